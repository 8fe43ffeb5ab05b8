// Compiles the example of stores in Rust with its test, or runs that test.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { argv, env } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { target } from "../support/target.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** Runs `cargo test` with additional environment variables. */
export function cargoTest(parameters, variables) {
  // Reuses compiled dependencies.
  const shared = ["--config", `build.build-dir=${JSON.stringify(target)}`, "--target-dir", join(target, "rust-stores")];
  return promisify(execFile)(env.CARGO ?? "cargo", ["test", "--quiet", "--locked", ...shared, ...parameters], {
    cwd: folder, env: { ...env, ...variables }, maxBuffer: 1 << 24,
  });
}

if (argv[1] === fileURLToPath(import.meta.url)) await cargoTest(["--no-run"]);
