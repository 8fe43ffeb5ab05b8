// The emulator in bundles that need no configuration: with the bytes inlined, or with one wasm file for each part.
import assert from "node:assert/strict";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execPath } from "node:process";
import { after, test } from "node:test";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import * as esbuild from "esbuild";
import { rollup } from "rollup";
import { createServer } from "vite-7";
import { converses } from "../support/conversation.mjs";
import { inChromium } from "../support/page.mjs";
import { printedJson } from "../support/programs.mjs";
import { filesWith, project } from "../support/project.mjs";
import { site } from "../support/site.mjs";
import { bundled, deploy } from "../support/vercel.mjs";
import { address, options } from "../support/vite.mjs";
import { bundle } from "../support/webpack.mjs";

const folder = await project(import.meta.url);
const html = await readFile(join(folder, "index.html"), "utf8");
const warnings = [];

async function byEsbuild(outfile, parameters) {
  const result = await esbuild.build({ bundle: true, outfile: join(folder, outfile), logLevel: "silent", ...parameters });
  warnings.push(...result.warnings);
}

await byEsbuild("esbuild.js", { entryPoints: [join(folder, "page.mjs")] });
// Without the "module" condition, and with `import.meta` in a classic script: the way Metro bundles for pages.
await byEsbuild("conditions.js", { entryPoints: [join(folder, "page.mjs")], conditions: ["custom"], format: "esm" });
const made = await rollup({ input: join(folder, "page.mjs"), plugins: [nodeResolve({ browser: true })], onLog: (_, { message }) => warnings.push(message) });
await made.write({ file: join(folder, "rollup.js"), format: "iife" });
await made.close();
const scripts = ["esbuild", "conditions", "rollup"];
for (const name of scripts) {
  await writeFile(join(folder, `${name}.html`), html.replace('type="module" src="./page.mjs"', `defer src="./${name}.js"`));
}

const forNode = { platform: "node", format: "esm" };
await byEsbuild("node.mjs", { ...forNode, entryPoints: [join(folder, "program.mjs")] });
await byEsbuild("conditions.mjs", { ...forNode, entryPoints: [join(folder, "program.mjs")], conditions: ["custom"] });
await mkdir(join(folder, "elsewhere"));
for (const file of ["node.mjs", "conditions.mjs"]) await rename(join(folder, file), join(folder, "elsewhere", file));

// webpack warns of every file of that size.
const webpack = await bundle(folder, "page.mjs", { performance: { hints: false } });
await writeFile(join(webpack, "index.html"), html.replace("page.mjs", "main.js"));

const { inline, complaints } = options(folder);
const server = await createServer(inline);
after(() => server.close());
await server.listen();

const contents = 'import edge from "./edge.mjs";\naddEventListener("fetch", (event) => event.respondWith(edge.fetch()));';
const { code, wasm } = await bundled({ contents, resolveDir: folder }, ["botwire.wasm", "emulator.wasm"]);
const inEdge = await deploy(code, wasm);
const { url } = await site(folder);

for (const name of scripts) converses(`${name}, script`, inChromium(`${url}/${name}.html`));
converses("esbuild, node", () => printedJson(execPath, ["elsewhere/node.mjs"], folder));
converses("esbuild, node with conditions", () => printedJson(execPath, ["elsewhere/conditions.mjs"], folder));
converses("webpack", inChromium(`${url}/dist/index.html`));
converses("vite 7 dev", inChromium(`${address(server)}/index.html`));
converses("edge runtime", inEdge);
test("two wasm files from webpack, and no warning", async () => {
  assert.equal((await filesWith(".wasm", webpack)).length, 2);
  assert.deepEqual([...warnings, ...complaints], []);
});
