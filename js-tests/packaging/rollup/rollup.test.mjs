// Rollup with the usual node-resolve plugin: as it is by default, and told that it bundles for browsers.
import assert from "node:assert/strict";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { rollup } from "rollup";
import { inChromium } from "../support/page.mjs";
import { holds } from "../support/proof.mjs";
import { filesWith, project } from "../support/project.mjs";
import { site } from "../support/site.mjs";

const folder = await project(import.meta.url);

/** Bundles; fails if Rollup warns or emits a wasm file, as the bytes are inlined. Gives the page. */
async function page(name, resolution) {
  const dir = join(folder, name);
  const warnings = [];
  const made = await rollup({ input: join(folder, "page.mjs"), plugins: [nodeResolve(resolution)], onLog: (_, { message }) => warnings.push(message) });
  await made.write({ dir, format: "es", entryFileNames: "[name].mjs" });
  await made.close();
  assert.deepEqual(warnings, []);
  assert.deepEqual(await filesWith(".wasm", dir), []);
  await cp(join(folder, "index.html"), join(dir, "index.html"));
  return `${(await site(dir)).url}/index.html`;
}

const plain = await page("default", {});
const forBrowsers = await page("browser", { browser: true });

holds("rollup", inChromium(plain));
holds("rollup, browser", inChromium(forBrowsers));
