// A plain page without a bundler: modules, an import map, and the wasm fetched once when the first call needs it.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { holds } from "../support/proof.mjs";
import { inChromium } from "../support/page.mjs";
import { inFirefox } from "../support/firefox.mjs";
import { PLAIN, entry, project } from "../support/project.mjs";
import { site } from "../support/site.mjs";

const folder = await project(import.meta.url);
const html = await readFile(join(folder, "index.html"), "utf8");
async function page(name, botwire) {
  const map = JSON.stringify({ imports: { botwire } });
  await writeFile(join(folder, name), html.replace("<script", `<script type="importmap">${map}</script>\n<script`));
}
await page("index.html", PLAIN.botwire);
// As from a generator of import maps, which knows of conditions.
await page("generated.html", await entry(folder, ["browser", "import"]));
const plain = await site(folder);
const generated = await site(folder);

holds("script module, chromium", inChromium(`${plain.url}/index.html`));
test("script module: one wasm fetched, and nothing inlined", () => {
  assert.equal(plain.requested.filter((path) => path.endsWith(".wasm")).length, 1);
  assert.deepEqual(plain.requested.filter((path) => path.includes("base64")), []);
});
holds("script module, firefox", inFirefox(`${plain.url}/index.html`));
holds("script module by exports, chromium", inChromium(`${generated.url}/generated.html`));
test("script module by exports: no wasm fetched", () => {
  assert.deepEqual(generated.requested.filter((path) => path.endsWith(".wasm")), []);
});
