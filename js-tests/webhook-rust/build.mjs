// Builds the worker that is written with the `worker` crate, and starts isolates of it in workerd.
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { buildRust } from "../support/rust.mjs";

/** What `worker-build` would write, and the class that the documentation says to export beside it. */
const ENTRY = `
import wasm from "./webhook_rust_bg.wasm";
import { fetch, initSync } from "./webhook_rust.js";
export { UpdateClaims } from "./claims.js";
const { memory } = initSync({ module: wasm });
/** What the isolates have handled. */
export class Handled {
  seen = [];
  fetch({ url }) {
    const { pathname, searchParams } = new URL(url);
    if (pathname === "/list") return Response.json(this.seen.splice(0));
    this.seen.push(searchParams.get("what"));
    return new Response();
  }
}
export default {
  fetch(request, env, context) {
    if (request.url.endsWith("/list")) return env.HANDLED.get(env.HANDLED.idFromName("all")).fetch("https://log.invalid/list");
    if (request.url.endsWith("/memory")) return new Response(String(memory.buffer.byteLength));
    return fetch(request, env, context);
  },
};
`;

async function claims() {
  const { outputFiles } = await build({
    stdin: { contents: 'export { UpdateClaims } from "botwire/stores/durable-object";', resolveDir: fileURLToPath(new URL("..", import.meta.url)) },
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser"],
    external: ["*.wasm"],
    treeShaking: true,
  });
  return outputFiles[0].text;
}

/** So many isolates of the worker, with these settings. */
export async function startRust(bindings, count = 1) {
  const out = await buildRust(import.meta.url);
  const file = (name) => readFile(join(out, name));
  // What the crate brings as JavaScript of its own.
  const snippets = (await readdir(out, { recursive: true })).filter((name) => name.startsWith("snippets") && name.endsWith(".js"));
  const modules = [
    { type: "ESModule", path: "worker.mjs", contents: ENTRY },
    { type: "ESModule", path: "webhook_rust.js", contents: await file("webhook_rust.js") },
    { type: "ESModule", path: "claims.js", contents: await claims() },
    { type: "CompiledWasm", path: "webhook_rust_bg.wasm", contents: await file("webhook_rust_bg.wasm") },
    ...(await Promise.all(snippets.map(async (path) => ({ type: "ESModule", path, contents: await file(path) })))),
  ];
  const objectsOf = (index) => (className) => (index === 0 ? { className, useSQLite: true } : { className, useSQLite: true, scriptName: "rust-0" });
  const worker = new Miniflare({
    workers: Array.from({ length: count }, (_, index) => ({
      name: `rust-${index}`,
      modules,
      modulesRoot: ".",
      compatibilityDate: "2026-04-01",
      bindings,
      kvNamespaces: { UPDATES: "updates" },
      durableObjects: { CLAIMS: objectsOf(index)("UpdateClaims"), HANDLED: objectsOf(index)("Handled") },
    })),
    host: "127.0.0.1",
    port: 0,
  });
  const url = await worker.ready;
  const isolates = await Promise.all(Array.from({ length: count }, (_, index) => worker.getWorker(`rust-${index}`)));
  return {
    url,
    /** Sends a request to the first isolate. */
    dispatchFetch: (url, init) => worker.dispatchFetch(url, init),
    send: (index, url, init) => isolates[index].fetch(url, init),
    /** What was handled since the last time. */
    handled: async () => (await worker.dispatchFetch("https://bot.example/list")).json(),
    /** Bytes of the wasm memory. */
    memory: async () => Number(await (await worker.dispatchFetch("https://bot.example/memory")).text()),
    dispose: () => worker.dispose(),
  };
}
