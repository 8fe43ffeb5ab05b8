// Compiles workers written in Rust: `node compile-rust.mjs <folder of a crate>`, or as a function.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { target } from "./target.mjs";

const WASM = "wasm32-unknown-unknown";

/** The folder of the workers and their glue. */
export const workers = join(target, "rust-suites");

/** Compiles the crates of the folder's workspace. Returns the folder of their wasm files. */
export async function compileRust(folder) {
  // Reuses compiled dependencies.
  const shared = ["--config", `build.build-dir=${JSON.stringify(target)}`];
  const args = ["build", "--workspace", ...shared, "--quiet", "--locked", "--target", WASM, "--target-dir", workers];
  await promisify(execFile)(process.env.CARGO ?? "cargo", args, { cwd: folder, maxBuffer: 1 << 24 });
  return join(workers, WASM, "debug");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await compileRust(process.argv[2]);
