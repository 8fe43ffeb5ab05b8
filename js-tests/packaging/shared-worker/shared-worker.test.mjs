// Other workers of pages: shared ones, by Vite, by webpack and without a bundler; a classic one by importScripts.
import assert from "node:assert/strict";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { build as esbuild } from "esbuild";
import { build } from "vite";
import { inChromium } from "../support/page.mjs";
import { holds } from "../support/proof.mjs";
import { PLAIN, filesWith, project } from "../support/project.mjs";
import { site } from "../support/site.mjs";
import { options } from "../support/vite.mjs";
import { bundle } from "../support/webpack.mjs";

const folder = await project(import.meta.url);
const html = await readFile(join(folder, "index.html"), "utf8");

const { inline, complaints } = options(folder);
const vite = join(folder, "vite");
await build({ ...inline, build: { outDir: vite } });

const webpack = await bundle(folder, "page.mjs");
await writeFile(join(webpack, "index.html"), html.replace("page.mjs", "main.js"));

const classic = join(folder, "classic");
await mkdir(classic);
const { warnings } = await esbuild({ entryPoints: [join(folder, "library.mjs")], bundle: true, format: "iife", globalName: "library", outfile: join(classic, "library.js"), logLevel: "silent" });
await cp(join(folder, "classic.js"), join(classic, "classic.js"));
await cp(join(folder, "classic-page.mjs"), join(classic, "page.mjs"));
await writeFile(join(classic, "index.html"), html);

// Import maps do not reach workers.
const worker = await readFile(join(folder, "worker.mjs"), "utf8");
await writeFile(join(folder, "worker.mjs"), worker.replace('"botwire"', JSON.stringify(PLAIN.botwire)));

const sites = {
  "shared worker, vite": await site(vite),
  "shared worker, webpack": await site(webpack),
  "shared worker, no bundler": await site(folder),
  "classic worker": await site(classic),
};

test("shared worker: one wasm file from Vite and webpack, and no warning", async () => {
  assert.equal((await filesWith(".wasm", vite)).length, 1);
  assert.equal((await filesWith(".wasm", webpack)).length, 1);
  assert.deepEqual([...warnings, ...complaints], []);
});
for (const [name, { url }] of Object.entries(sites)) holds(name, inChromium(`${url}/index.html`));
