// Starts the worker of the demo in workerd, the runtime of Cloudflare Workers, bundled as wrangler bundles it.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { bundle, COMPATIBILITY_DATE, modulesOf } from "../../js-tests/support/wrangler.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));
const installed = fileURLToPath(new URL("../../js-tests/node_modules/", import.meta.url));
const { Miniflare } = createRequire(installed)("miniflare");

/** Starts the worker and returns its URL and a function that stops it. The worker receives `bindings` as its `env`. */
export async function startWorker(bindings) {
  const source = await readFile(new URL("worker.mjs", import.meta.url), "utf8");
  const modules = modulesOf(await bundle({ source, resolveDir: folder, nodePaths: [installed] }));
  const worker = new Miniflare({ modules, modulesRoot: ".", bindings, compatibilityDate: COMPATIBILITY_DATE, host: "127.0.0.1", port: 0 });
  const { origin } = await worker.ready;
  return { url: origin, stop: () => worker.dispose() };
}
