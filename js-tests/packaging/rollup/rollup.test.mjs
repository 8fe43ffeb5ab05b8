// Rollup with the usual node-resolve plugin, for modules and for one classic script.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { rollup } from "rollup";
import { inChromium } from "../support/page.mjs";
import { holds } from "../support/proof.mjs";
import { filesWith, project } from "../support/project.mjs";
import { site } from "../support/site.mjs";

const folder = await project(import.meta.url);
const html = await readFile(join(folder, "index.html"), "utf8");

/** Bundles; fails if Rollup warns or emits anything but the script, as the bytes are inlined. Returns the page. */
async function page(name, resolution, format) {
  const dir = join(folder, name);
  const warnings = [];
  const made = await rollup({ input: join(folder, "page.mjs"), plugins: [nodeResolve(resolution)], onLog: (_, { message }) => warnings.push(message) });
  await made.write({ file: join(dir, "page.mjs"), format });
  await made.close();
  assert.deepEqual(warnings, []);
  assert.deepEqual(await filesWith("", dir), ["page.mjs"]);
  await writeFile(join(dir, "index.html"), format === "es" ? html : html.replace('type="module"', "defer"));
  return `${(await site(dir)).url}/index.html`;
}

const plain = await page("plain", {}, "es");
const forBrowsers = await page("browser", { browser: true }, "es");
const script = await page("script", { browser: true }, "iife");

holds("rollup", inChromium(plain));
holds("rollup, browser", inChromium(forBrowsers));
holds("rollup, script", inChromium(script));
