// The emulator in a page: plain modules in Chromium and Firefox, and Vite's server and production build.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import * as esbuild from "esbuild";
import { build, createServer, preview } from "vite";
import { converses } from "../support/conversation.mjs";
import { inFirefox } from "../support/firefox.mjs";
import { inChromium } from "../support/page.mjs";
import { PLAIN, filesWith, project } from "../support/project.mjs";
import { site } from "../support/site.mjs";
import { address, develop, options } from "../support/vite.mjs";

const folder = await project(import.meta.url);
const { inline, complaints } = options(folder);

await build(inline);
const production = await preview(inline);
after(() => production.close());

const html = await readFile(join(folder, "index.html"), "utf8");
const map = `<script type="importmap">${JSON.stringify({ imports: PLAIN })}</script>\n<script`;
await writeFile(join(folder, "plain.html"), html.replace("<script", map));
const { url } = await site(folder);

// esbuild does not emit files that a module references by URL: the page imports the wasm and passes it to init().
const input = (await readFile(join(folder, "page.mjs"), "utf8")).replace("init()", "init(wasm)");
await esbuild.build({
  stdin: { contents: `import wasm from "botwire/emulator.wasm";\n${input}`, resolveDir: folder },
  bundle: true,
  format: "esm",
  loader: { ".wasm": "binary" },
  outfile: join(folder, "bundle.js"),
  logLevel: "silent",
});
await writeFile(join(folder, "bundled.html"), html.replace("./page.mjs", "./bundle.js"));

// At last, since it sets NODE_ENV for the whole process, and loads a page anew when a file is written next to it.
const development = await develop(createServer, inline);

converses("vite build, chromium", inChromium(`${address(production)}/index.html`));
test("vite: two wasm files in the build, no warning", async () => {
  assert.equal((await filesWith(".wasm", join(folder, "dist"))).length, 2);
  assert.deepEqual(complaints, []);
});
converses("plain modules, chromium", inChromium(`${url}/plain.html`));
converses("plain modules, firefox", inFirefox(`${url}/plain.html`));
converses("esbuild, chromium", inChromium(`${url}/bundled.html`));
converses("vite dev, chromium", inChromium(`${development}/index.html`));
