// A worker of a page, started as Vite and webpack ask for it.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "vite";
import { inChromium } from "../support/page.mjs";
import { holds } from "../support/proof.mjs";
import { filesWith, project } from "../support/project.mjs";
import { site } from "../support/site.mjs";
import { options } from "../support/vite.mjs";
import { bundle } from "../support/webpack.mjs";

const folder = await project(import.meta.url);
const html = await readFile(join(folder, "index.html"), "utf8");

const { inline, complaints } = options(folder);
const vite = join(folder, "vite");
await build({ ...inline, build: { outDir: vite } });
const viteSite = await site(vite);

const webpack = await bundle(folder, "page.mjs");
await writeFile(join(webpack, "index.html"), html.replace("page.mjs", "main.js"));
const webpackSite = await site(webpack);

test("web worker: one wasm file each and no warning", async () => {
  assert.equal((await filesWith(".wasm", vite)).length, 1);
  assert.equal((await filesWith(".wasm", webpack)).length, 1);
  assert.deepEqual(complaints, []);
});
holds("web worker, vite", inChromium(`${viteSite.url}/index.html`));
holds("web worker, webpack", inChromium(`${webpackSite.url}/index.html`));
