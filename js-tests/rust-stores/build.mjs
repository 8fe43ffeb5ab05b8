// Compiles the example of stores in Rust with its tests, or runs them.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { argv, env } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { target } from "../support/target.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));

const output = join(target, "rust-stores");

/** Runs `cargo test` with additional environment variables. */
export function cargoTest(parameters, variables) {
  // Reuses compiled dependencies.
  const shared = ["--config", `build.build-dir=${JSON.stringify(target)}`, "--target-dir", output];
  return promisify(execFile)(env.CARGO ?? "cargo", ["test", "--quiet", "--locked", ...shared, ...parameters], {
    cwd: folder, env: { ...env, ...variables }, maxBuffer: 1 << 24,
  });
}

/** Compiles a program of this folder. Returns its file. */
export async function built(name) {
  await cargoTest(["--no-run", "--example", name]);
  return join(output, "debug/examples", name);
}

if (argv[1] === fileURLToPath(import.meta.url)) await cargoTest(["--no-run"]);
