// esbuild without loaders: one script of the kind it makes by default, modules, and a program for Node that is put elsewhere.
import assert from "node:assert/strict";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execPath } from "node:process";
import { build } from "esbuild";
import { inChromium } from "../support/page.mjs";
import { printedJson } from "../support/programs.mjs";
import { holds } from "../support/proof.mjs";
import { filesWith, project } from "../support/project.mjs";
import { site } from "../support/site.mjs";

const folder = await project(import.meta.url);

/** Bundles; fails if esbuild warns or emits a wasm file, as the bytes are inlined. Returns the folder. */
async function bundle(name, options) {
  const outdir = join(folder, name);
  const { warnings } = await build({ bundle: true, outdir, logLevel: "silent", ...options });
  assert.deepEqual(warnings, []);
  assert.deepEqual(await filesWith(".wasm", outdir), []);
  return outdir;
}

const page = async (name, tag, options) => {
  const output = await bundle(name, { entryPoints: [join(folder, "page.mjs")], ...options });
  await writeFile(join(output, "index.html"), `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script ${tag} src="./page.js"></script>`);
  return `${(await site(output)).url}/index.html`;
};

const script = await page("script", "defer", {});
const modules = await page("modules", 'type="module"', { format: "esm", splitting: true, minify: true });
const conditions = await page("conditions", "defer", { format: "esm", conditions: ["custom"] });
const lambda = await bundle("lambda", { entryPoints: [join(folder, "program.mjs")], platform: "node", format: "esm", outExtension: { ".js": ".mjs" } });
await mkdir(join(folder, "elsewhere/deep"), { recursive: true });
await rename(join(lambda, "program.mjs"), join(folder, "elsewhere/deep/program.mjs"));

holds("esbuild, script", inChromium(script));
holds("esbuild, modules", inChromium(modules));
// Custom conditions replace esbuild's "module", and the ESM output runs as a classic script, as with Metro.
holds("esbuild, conditions", inChromium(conditions));
holds("esbuild, node", ({ baseUrl, token }) => printedJson(execPath, ["elsewhere/deep/program.mjs", baseUrl, token], folder));
