// A plain page without a bundler: modules, an import map, and the wasm fetched once when the first call needs it.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { holds } from "../support/proof.mjs";
import { inChromium } from "../support/page.mjs";
import { inFirefox } from "../support/firefox.mjs";
import { entry, project } from "../support/project.mjs";
import { site } from "../support/site.mjs";

const folder = await project(import.meta.url);
const map = JSON.stringify({ imports: { botwire: await entry(folder, ["browser", "import"]) } });
const html = await readFile(join(folder, "index.html"), "utf8");
await writeFile(join(folder, "index.html"), html.replace("<script", `<script type="importmap">${map}</script>\n<script`));
const { url, requested } = await site(folder);

holds("script module, chromium", inChromium(`${url}/index.html`));
test("script module: one wasm fetched, and nothing inlined", () => {
  assert.equal(requested.filter((path) => path.endsWith(".wasm")).length, 1);
  assert.deepEqual(requested.filter((path) => path.includes("base64")), []);
});
holds("script module, firefox", inFirefox(`${url}/index.html`));
