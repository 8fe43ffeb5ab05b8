// Builds the worker that is written with the `worker` crate, and starts it in workerd.
import { execFile } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Miniflare } from "miniflare";

const run = promisify(execFile);
const folder = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));
const target = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "webhook-rust");

/** Where `cargo xtask` keeps the programs that it installs. */
function caches() {
  const { BOTWIRE_CACHE, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (BOTWIRE_CACHE) return BOTWIRE_CACHE;
  const own = { win32: LOCALAPPDATA, darwin: join(homedir(), "Library/Caches") }[process.platform];
  return join(own ?? XDG_CACHE_HOME ?? join(homedir(), ".cache"), "botwire");
}

async function build() {
  const cargo = ["build", "--release", "--quiet", "--target", "wasm32-unknown-unknown", "--target-dir", target];
  await run("cargo", [...cargo, "--locked"], { cwd: folder, maxBuffer: 1 << 24 });
  const lock = await readFile(join(folder, "Cargo.lock"), "utf8");
  const [, version] = /name = "wasm-bindgen"\nversion = "(.+)"/.exec(lock);
  const path = [join(caches(), `wasm-bindgen-${version}`, "bin"), process.env.PATH].join(delimiter);
  const out = join(target, "glue");
  const compiled = join(target, "wasm32-unknown-unknown/release/webhook_rust.wasm");
  const bindgen = ["--target", "web", "--no-typescript", "--omit-default-module-path", "--out-dir", out, compiled];
  await run("wasm-bindgen", bindgen, { env: { ...process.env, PATH: path } });
  return out;
}

/** What `worker-build` would write. */
const ENTRY = `
import wasm from "./webhook_rust_bg.wasm";
import { fetch, initSync } from "./webhook_rust.js";
initSync({ module: wasm });
export default { fetch: (request, env, context) => fetch(request, env, context) };
`;

/** The worker in workerd, with these settings. */
export async function startRust(bindings) {
  const out = await build();
  const file = (name) => readFile(join(out, name));
  // What the crate brings as JavaScript of its own.
  const snippets = (await readdir(out, { recursive: true })).filter((name) => name.startsWith("snippets") && name.endsWith(".js"));
  const worker = new Miniflare({
    modules: [
      { type: "ESModule", path: "worker.mjs", contents: ENTRY },
      { type: "ESModule", path: "webhook_rust.js", contents: await file("webhook_rust.js") },
      { type: "CompiledWasm", path: "webhook_rust_bg.wasm", contents: await file("webhook_rust_bg.wasm") },
      ...(await Promise.all(snippets.map(async (path) => ({ type: "ESModule", path, contents: await file(path) })))),
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
