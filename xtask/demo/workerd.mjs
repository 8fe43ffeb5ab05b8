// Starts a worker in workerd, the runtime of Cloudflare Workers, bundled like wrangler does it.

import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

const tools = fileURLToPath(new URL("../../js-tests/package.json", import.meta.url));
const require = createRequire(tools);

/** Starts a worker and returns its URL and a function that stops it. The worker receives `bindings` as its `env`. */
export async function startWorker(file, bindings) {
  const { build } = require("esbuild");
  const { Miniflare } = require("miniflare");
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(file)],
    // The build installed the package there.
    nodePaths: [fileURLToPath(new URL("node_modules", pathToFileURL(tools)))],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser"],
    loader: { ".wasm": "copy" },
    assetNames: "[name]",
    entryNames: "worker",
    outdir: "/worker",
    logLevel: "error",
  });
  const modules = outputFiles.map(({ path, contents }) =>
    path.endsWith(".wasm")
      ? { type: "CompiledWasm", path: path.replace(/^.*[/\\]/, ""), contents }
      : { type: "ESModule", path: "worker.mjs", contents: new TextDecoder().decode(contents) },
  );
  const isScript = ({ type }) => type === "ESModule";
  modules.sort((a, b) => Number(isScript(b)) - Number(isScript(a)));
  const worker = new Miniflare({ modules, modulesRoot: ".", bindings, compatibilityDate: "2026-04-01", host: "127.0.0.1", port: 0 });
  const url = await worker.ready;
  return { url: url.origin, stop: () => worker.dispose() };
}
