// Bundles a caller with the global fetch in place of its library's node-fetch, as in the library's builds for edge
// runtimes.
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { temporary } from "../../support/temporary.mjs";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Returns the exports of a caller. */
export async function withGlobalFetch(name) {
  const outfile = join(temporary(), `${name}.cjs`);
  await build({
    entryPoints: [here(`../callers/${name}.mjs`)],
    outfile,
    bundle: true,
    format: "cjs",
    platform: "node",
    alias: { "node-fetch": here("./global-fetch.mjs") },
    logLevel: "error",
  });
  const caller = await import(pathToFileURL(outfile));
  return caller.default ?? caller;
}
