// A service worker, in which import() is forbidden: as modules, and as the classic script that esbuild makes of it.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { inChromium } from "../support/page.mjs";
import { holds } from "../support/proof.mjs";
import { PLAIN, project } from "../support/project.mjs";
import { site } from "../support/site.mjs";

const folder = await project(import.meta.url);
const { warnings } = await build({ entryPoints: [join(folder, "service.mjs")], bundle: true, outfile: join(folder, "classic.js"), logLevel: "silent" });
assert.deepEqual(warnings, []);

// Import maps do not reach workers.
const source = await readFile(join(folder, "service.mjs"), "utf8");
await writeFile(join(folder, "service.mjs"), source.replace('"botwire"', JSON.stringify(PLAIN.botwire)));

// One origin each, since a page has one service worker.
const sites = { module: await site(folder), classic: await site(folder) };
for (const [kind, { url }] of Object.entries(sites)) {
  holds(`service worker, ${kind}`, (at) => inChromium(`${url}/index.html`)({ ...at, kind }));
}
