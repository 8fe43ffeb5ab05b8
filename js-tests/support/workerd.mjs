// A worker in workerd: bundled as wrangler bundles it, from the packed package, with the wasm as a compiled module.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Miniflare } from "miniflare";
import { bundle, COMPATIBILITY_DATE, modulesOf } from "./wrangler.mjs";

const folder = fileURLToPath(new URL("..", import.meta.url));

/**
 * Starts the worker in that source, which may import "botwire" and files as one in that folder: js-tests by default. So
 * many wasm files belong to it.
 */
export async function startWorker(source, resolveDir = folder, wasmFiles = 1, compatibilityDate = COMPATIBILITY_DATE) {
  const { script, wasm, warnings } = await bundle({ source, resolveDir });
  if (warnings.length > 0) throw new Error(`the bundler warns: ${JSON.stringify(warnings)}`);
  if (wasm.length !== wasmFiles) throw new Error(`${wasm.length} wasm modules instead of ${wasmFiles}`);
  const worker = new Miniflare({
    modules: modulesOf({ script, wasm }),
    modulesRoot: ".",
    compatibilityDate,
    host: "127.0.0.1",
    port: 0,
  });
  await worker.ready;
  return worker;
}

/** A worker made of the unbundled modules in a folder: `edge.mjs` and its imports. */
export const modulesIn = (rootPath, options) =>
  new Miniflare({
    modules: true,
    rootPath,
    scriptPath: join(rootPath, "edge.mjs"),
    modulesRoot: rootPath,
    modulesRules: [
      { type: "ESModule", include: ["**/*.mjs", "**/*.js"] },
      { type: "CompiledWasm", include: ["**/*.wasm"] },
    ],
    compatibilityDate: COMPATIBILITY_DATE,
    host: "127.0.0.1",
    port: 0,
    ...options,
  });
