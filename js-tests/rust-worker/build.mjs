// Builds the worker written in Rust and starts it, in workerd or in Node.
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { Miniflare } from "miniflare";

const run = promisify(execFile);
const folder = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));
const target = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "rust-worker");

/** Where `cargo xtask` keeps the programs that it installs. */
function caches() {
  const { BOTWIRE_CACHE, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (BOTWIRE_CACHE) return BOTWIRE_CACHE;
  const own = { win32: LOCALAPPDATA, darwin: join(homedir(), "Library/Caches") }[process.platform];
  return join(own ?? XDG_CACHE_HOME ?? join(homedir(), ".cache"), "botwire");
}

/** Compiles the crate; cargo does nothing where nothing changed. */
async function build() {
  const cargo = ["build", "--release", "--quiet", "--target", "wasm32-unknown-unknown", "--target-dir", target];
  // The locked version of wasm-bindgen is the one whose program is called below.
  await run("cargo", [...cargo, "--locked"], { cwd: folder, maxBuffer: 1 << 24 });
  const lock = await readFile(join(folder, "Cargo.lock"), "utf8");
  const [, version] = /name = "wasm-bindgen"\nversion = "(.+)"/.exec(lock);
  const path = [join(caches(), `wasm-bindgen-${version}`, "bin"), process.env.PATH].join(delimiter);
  const out = join(target, "glue");
  const compiled = join(target, "wasm32-unknown-unknown/release/rust_worker.wasm");
  const bindgen = ["--target", "web", "--no-typescript", "--omit-default-module-path", "--out-dir", out, compiled];
  await run("wasm-bindgen", bindgen, { env: { ...process.env, PATH: path } });
  // Node takes a file for an ES module where this says so.
  await writeFile(join(out, "package.json"), '{"type":"module"}');
  return out;
}

const ENTRY = `
import wasm from "./rust_worker_bg.wasm";
import { fetch, initSync } from "./rust_worker.js";
initSync({ module: wasm });
export default { fetch };
`;

/** The worker in workerd, with these settings. */
export async function inWorkerd(bindings) {
  const glue = await build();
  const file = (name) => readFile(join(glue, name));
  const worker = new Miniflare({
    modules: [
      { type: "ESModule", path: "worker.mjs", contents: ENTRY },
      { type: "ESModule", path: "rust_worker.js", contents: await file("rust_worker.js") },
      { type: "CompiledWasm", path: "rust_worker_bg.wasm", contents: await file("rust_worker_bg.wasm") },
    ],
    modulesRoot: ".",
    compatibilityDate: "2026-04-01",
    bindings,
    host: "127.0.0.1",
    port: 0,
  });
  await worker.ready;
  return worker;
}

/** The worker in this process, with these settings. */
export async function inNode(bindings) {
  const glue = await build();
  const { fetch, initSync } = await import(pathToFileURL(join(glue, "rust_worker.js")));
  initSync({ module: await readFile(join(glue, "rust_worker_bg.wasm")) });
  return {
    dispatchFetch: (url, init) => fetch(new Request(url, init), bindings),
    dispose: async () => {},
  };
}
