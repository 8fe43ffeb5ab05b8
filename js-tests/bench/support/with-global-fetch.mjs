// Bundles a caller whose library brings node-fetch with the global fetch in its place, as edge builds of it have.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** What the caller of that name exports. */
export async function withGlobalFetch(name) {
  const folder = await mkdtemp(join(tmpdir(), "botwire-bench-"));
  const outfile = join(folder, `${name}.cjs`);
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
  await rm(folder, { recursive: true });
  return caller.default ?? caller;
}
