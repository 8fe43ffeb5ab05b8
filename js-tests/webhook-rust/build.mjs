// Builds the worker that is written with the `worker` crate, and starts it in workerd.
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { buildRust } from "../support/rust.mjs";

/** What `worker-build` would write. */
const ENTRY = `
import wasm from "./webhook_rust_bg.wasm";
import { fetch, initSync } from "./webhook_rust.js";
initSync({ module: wasm });
export default { fetch: (request, env, context) => fetch(request, env, context) };
`;

/** The worker in workerd, with these settings. */
export async function startRust(bindings) {
  const out = await buildRust(import.meta.url);
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
