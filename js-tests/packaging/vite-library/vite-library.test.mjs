// A library that Vite builds from the package and the emulator, in its default formats: a module, a classic script.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execPath } from "node:process";
import { test } from "node:test";
import { build } from "vite";
import { build as build7 } from "vite-7";
import { inChromium } from "../support/page.mjs";
import { printedJson } from "../support/programs.mjs";
import { holds } from "../support/proof.mjs";
import { filesWith, project } from "../support/project.mjs";
import { site } from "../support/site.mjs";
import { options } from "../support/vite.mjs";

const folder = await project(import.meta.url);
const { inline, complaints } = options(folder);
const page = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">';
const at = "Object.fromEntries(new URLSearchParams(location.search))";
const program = 'import { run } from "./library.mjs"; const [baseUrl, token] = process.argv.slice(2); console.log(JSON.stringify(await run({ baseUrl, token })));';

const started = (run) => async (at) => {
  const { username, ...rest } = await run(at);
  assert.match(username, /^\w+$/);
  return rest;
};

const made = await Promise.all(Object.entries({ "vite": build, "vite 7": build7 }).map(async ([name, make]) => {
  const outDir = join(folder, name);
  await make({ ...inline, build: { outDir, lib: { entry: "library.mjs", name: "library", fileName: "library" } } });
  await writeFile(join(outDir, "script.html"), `${page}<script src="./library.umd.js"></script><script>globalThis.result = library.run(${at})</script>`);
  await writeFile(join(outDir, "module.html"), `${page}<script type="module">import { run } from "./library.mjs"; globalThis.result = run(${at})</script>`);
  await writeFile(join(outDir, "program.mjs"), program);
  return { name, outDir, url: (await site(outDir)).url };
}));

for (const { name, outDir, url } of made) {
  holds(`${name} library, script`, started(inChromium(`${url}/script.html`)));
  holds(`${name} library, module`, started(inChromium(`${url}/module.html`)));
  holds(`${name} library, Node`, started(({ baseUrl, token }) => printedJson(execPath, ["program.mjs", baseUrl, token], outDir)));
  test(`${name} library: no separate wasm file`, async () => assert.deepEqual(await filesWith(".wasm", outDir), []));
}
test("vite library: no warning", () => assert.deepEqual(complaints, []));
