// A worker in workerd: bundled as wrangler bundles it, from the packed package, with the wasm as a compiled module.
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { Miniflare } from "miniflare";

const folder = fileURLToPath(new URL("..", import.meta.url));

/** Leaves wasm files out of the bundle, as modules beside it. */
function compiledWasm(found) {
  return {
    name: "compiled-wasm",
    setup(plugins) {
      plugins.onResolve({ filter: /\.wasm(\?module)?$/ }, async ({ path, pluginData, ...rest }) => {
        if (pluginData === compiledWasm) return undefined;
        const { path: file, errors } = await plugins.resolve(path.replace("?module", ""), { ...rest, pluginData: compiledWasm });
        if (errors.length > 0) return { errors };
        found.set(`./${basename(file)}`, file);
        return { path: `./${basename(file)}`, external: true };
      });
    },
  };
}

/** Starts the worker in that source, which may import "botwire" and files as one in that folder: js-tests by default. */
export async function startWorker(source, resolveDir = folder) {
  const found = new Map();
  const { outputFiles, warnings } = await build({
    stdin: { contents: source, resolveDir, sourcefile: "worker.mjs" },
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser"],
    mainFields: ["browser", "module", "main"],
    plugins: [compiledWasm(found)],
    logLevel: "silent",
  });
  if (warnings.length > 0) throw new Error(`the bundler warns: ${JSON.stringify(warnings)}`);
  if (found.size !== 1) throw new Error(`${found.size} wasm modules instead of one`);
  const wasm = await Promise.all(
    [...found].map(async ([path, file]) => ({ type: "CompiledWasm", path, contents: await readFile(file) })),
  );
  const worker = new Miniflare({
    modules: [{ type: "ESModule", path: "worker.mjs", contents: outputFiles[0].text }, ...wasm],
    modulesRoot: ".",
    compatibilityDate: "2026-04-01",
    host: "127.0.0.1",
    port: 0,
  });
  await worker.ready;
  return worker;
}
