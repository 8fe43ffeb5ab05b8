// Workers in workerd that share Durable Objects and KV: several isolates of one bot, bundled from the packed package.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { Miniflare } from "miniflare";

const folder = fileURLToPath(new URL("..", import.meta.url));

async function bundle(contents, resolveDir) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir, sourcefile: "worker.mjs" },
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser"],
    external: ["*.wasm"],
    logLevel: "error",
  });
  return outputFiles[0].text;
}

/** The folder that a bundle names the wasm by. */
const wasmPath = (text) => /"([^"]*botwire\.wasm)"/.exec(text)?.[1];

/**
 * Starts as many workers with this source, and gives a function that sends a request to one of them.
 *
 * @param options - `bindings`, what Miniflare takes for the first worker, such as the names of Durable Objects, and the
 *   folder that the source imports from.
 */
export async function startIsolates(source, count, { bindings = {}, durableObjects = {}, kvNamespaces = [], resolveDir = folder } = {}) {
  const text = await bundle(source, resolveDir);
  const path = wasmPath(text);
  const contents = await readFile(join(resolveDir, "node_modules/botwire/botwire.wasm"));
  const modules = [
    { type: "ESModule", path: "worker.mjs", contents: path ? text.replaceAll(`"${path}"`, '"./botwire.wasm"') : text },
    { type: "CompiledWasm", path: "botwire.wasm", contents },
  ];
  const worker = new Miniflare({
    workers: Array.from({ length: count }, (_, index) => ({
      name: `isolate-${index}`,
      modules,
      modulesRoot: ".",
      compatibilityDate: "2026-04-01",
      bindings: { ...bindings, ISOLATE: index },
      kvNamespaces: Object.fromEntries(kvNamespaces.map((name) => [name, name])),
      durableObjects: Object.fromEntries(
        Object.entries(durableObjects).map(([name, object]) => [name, index === 0 ? object : { ...object, scriptName: "isolate-0" }]),
      ),
    })),
    host: "127.0.0.1",
    port: 0,
  });
  await worker.ready;
  const fetchers = await Promise.all(Array.from({ length: count }, (_, index) => worker.getWorker(`isolate-${index}`)));
  return {
    miniflare: worker,
    url: await worker.ready,
    send: (index, url, init) => fetchers[index].fetch(url, init),
    dispose: () => worker.dispose(),
  };
}
