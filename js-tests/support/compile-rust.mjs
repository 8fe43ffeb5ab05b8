// Compiles workers written in Rust: `node compile-rust.mjs <folder of a crate>`, or as a function.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const WASM = "wasm32-unknown-unknown";

/** The repository. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Where the workers and their glue are put. */
export const target = resolve(root, process.env.CARGO_TARGET_DIR ?? "target", "rust-suites");

/** Compiles the crates of the folder's workspace. Gives the folder of their wasm files. */
export async function compileRust(folder) {
  // A crate with a lock of its own is measured, so it is compiled as its users do. The others use what is compiled already.
  const isMeasured = existsSync(join(folder, "Cargo.lock"));
  const profile = isMeasured ? ["--release"] : ["--config", `build.build-dir=${JSON.stringify(join(target, ".."))}`];
  const args = ["build", "--workspace", ...profile, "--quiet", "--locked", "--target", WASM, "--target-dir", target];
  await promisify(execFile)(process.env.CARGO ?? "cargo", args, { cwd: folder, maxBuffer: 1 << 24 });
  return join(target, WASM, isMeasured ? "release" : "debug");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await compileRust(process.argv[2]);
