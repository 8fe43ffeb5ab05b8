// Builds the worker written in Rust and starts it, in workerd or in Node.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Miniflare } from "miniflare";
import { buildRust } from "../support/rust.mjs";
import { COMPATIBILITY_DATE } from "../support/wrangler.mjs";

const ENTRY = `
import wasm from "./rust_worker_bg.wasm";
import { fetch, initSync } from "./rust_worker.js";
initSync({ module: wasm });
export default { fetch };
`;

/** The worker in workerd, with these settings. */
export async function inWorkerd(bindings) {
  const glue = await buildRust(import.meta.url);
  const file = (name) => readFile(join(glue, name));
  const worker = new Miniflare({
    modules: [
      { type: "ESModule", path: "worker.mjs", contents: ENTRY },
      { type: "ESModule", path: "rust_worker.js", contents: await file("rust_worker.js") },
      { type: "CompiledWasm", path: "rust_worker_bg.wasm", contents: await file("rust_worker_bg.wasm") },
    ],
    modulesRoot: ".",
    compatibilityDate: COMPATIBILITY_DATE,
    bindings,
    host: "127.0.0.1",
    port: 0,
  });
  await worker.ready;
  return worker;
}

/** The worker in this process, with these settings. */
export async function inNode(bindings) {
  const glue = await buildRust(import.meta.url);
  const { fetch, initSync } = await import(pathToFileURL(join(glue, "rust_worker.js")));
  initSync({ module: await readFile(join(glue, "rust_worker_bg.wasm")) });
  return {
    dispatchFetch: (url, init) => fetch(new Request(url, init), bindings),
    dispose: async () => {},
  };
}
