// The benchmarks' programs in Rust, each a project in its own folder.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { target } from "../../support/target.mjs";

const run = promisify(execFile);

/** Compiles the program of a folder in `js-tests/bench`, which has its name. Returns its file. */
export async function compiled(name) {
  const output = join(target, `bench-${name}`);
  const shared = ["--config", `build.build-dir=${JSON.stringify(target)}`, "--target-dir", output];
  const cwd = fileURLToPath(new URL(`../${name}`, import.meta.url));
  await run(process.env.CARGO ?? "cargo", ["build", "--release", "--quiet", "--locked", ...shared], { cwd });
  return join(output, "release", name);
}

/** Runs a program and returns the numbers that it prints. */
export async function numbersOf(program, ...parameters) {
  const { stdout } = await run(program, parameters);
  return stdout.trim().split(" ").map(Number);
}
