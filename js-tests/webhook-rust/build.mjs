// Builds the worker that is written with the `worker` crate, and starts isolates of it in workerd.
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildRust } from "../support/rust.mjs";
import { bundle } from "../support/wrangler.mjs";
import { startModules } from "../webhook/isolates.mjs";
import { STEPS } from "../webhook/steps.mjs";

/** The output of `worker-build`, and the classes that the documentation says to export with it. */
const ENTRY = `
import wasm from "./webhook_rust_bg.wasm";
import { fetch, initSync } from "./webhook_rust.js";

export { UpdateClaims } from "./objects.js";
export { RustClaims } from "./webhook_rust.js";
const { memory } = initSync({ module: wasm });
${STEPS}
export default {
  fetch(request, env, context) {
    if (request.url.endsWith("/steps")) return env.STEPS.get(env.STEPS.idFromName("all")).fetch("https://log.invalid/list");
    if (request.url.endsWith("/memory")) return new Response(String(memory.buffer.byteLength));
    return fetch(request, env, context);
  },
};
`;

const OBJECTS = 'export { UpdateClaims } from "botwire/stores/durable-object";';
const TESTS = fileURLToPath(new URL("..", import.meta.url));

/** The classes of the npm package, which a worker in Rust may use, and those of the crate. */
export const CLASSES = { JavaScript: { CLAIMS: "UpdateClaims" }, Rust: { CLAIMS: "RustClaims" } };

/**
 * So many isolates of the worker, with these settings.
 *
 * @param options - `driver` and `date` of `startModules`, the `classes` of Durable Objects, and the further exports of `entry`.
 */
export async function startRust(bindings, count = 1, { driver, date, classes = CLASSES.Rust, useSQLite = true, entry = "" } = {}) {
  const out = await buildRust(import.meta.url);
  const file = (name) => readFile(join(out, name));
  // JavaScript that the crate brings along.
  const snippets = (await readdir(out, { recursive: true })).filter((name) => name.startsWith("snippets") && name.endsWith(".js"));
  const modules = [
    { type: "ESModule", path: "worker.mjs", contents: ENTRY + entry },
    { type: "ESModule", path: "webhook_rust.js", contents: await file("webhook_rust.js") },
    { type: "ESModule", path: "objects.js", contents: (await bundle({ source: OBJECTS, resolveDir: TESTS })).script },
    { type: "CompiledWasm", path: "webhook_rust_bg.wasm", contents: await file("webhook_rust_bg.wasm") },
    ...(await Promise.all(snippets.map(async (path) => ({ type: "ESModule", path, contents: await file(path) })))),
  ];
  const durableObjects = Object.fromEntries(
    Object.entries({ ...classes, STEPS: "Steps" }).map(([name, className]) => [name, { className, useSQLite }]),
  );
  const isolates = await startModules(modules, count, { bindings, durableObjects, kvNamespaces: ["UPDATES"], driver, date });
  const asked = async (path, index) => (await isolates.send(index, `https://bot.example/${path}`)).json();
  return {
    ...isolates,
    /** Sends a request to the first isolate. */
    dispatchFetch: (url, init) => isolates.send(0, url, init),
    /** The updates that the isolates have handled since the last call. */
    handled: async () => (await Promise.all(Array.from({ length: count }, (_, index) => asked("handled", index)))).flat(),
    /** The arguments of the first isolate's hook since the last call: `[status, path]`. */
    refused: () => asked("refused", 0),
    /** The recorded steps since the last call, in order. */
    steps: () => asked("steps", 0),
    /** Bytes of the wasm memory. */
    memory: () => asked("memory", 0),
  };
}
