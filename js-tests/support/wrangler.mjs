// A worker bundled as wrangler bundles it for workerd: its conditions, and wasm files as compiled modules next to the script.
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build } from "esbuild";

/** The compatibility date of the workers in tests, as in the examples. */
export const COMPATIBILITY_DATE = "2026-04-01";

/** Bundles `source`, a text with imports relative to `resolveDir`; `options` are passed to esbuild. */
export async function bundle({ source, resolveDir, plugins = [], ...options }) {
  const found = new Map();
  const { outputFiles, warnings } = await build({
    stdin: { contents: source, resolveDir, sourcefile: "worker.mjs" },
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser"],
    mainFields: ["browser", "module", "main"],
    plugins: [compiledWasm(found), ...plugins],
    logLevel: "silent",
    ...options,
  });
  const wasm = await Promise.all([...found].map(async ([path, file]) => ({ path, contents: await readFile(file) })));
  return { script: outputFiles[0].text, wasm, warnings };
}

/** The modules of a bundle, as Miniflare takes them. */
export const modulesOf = ({ script, wasm }) => [
  { type: "ESModule", path: "worker.mjs", contents: script },
  ...wasm.map((module) => ({ type: "CompiledWasm", ...module })),
];

/** The modules of a bundle in a folder: a script, and its only wasm file. */
export const modulesFrom = async (folder, script, wasm) => modulesOf({
  script: await readFile(join(folder, script), "utf8"),
  wasm: [{ path: wasm.replaceAll("\\", "/"), contents: await readFile(join(folder, wasm)) }],
});

/** Leaves wasm files out of the bundle, as modules next to it. */
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
