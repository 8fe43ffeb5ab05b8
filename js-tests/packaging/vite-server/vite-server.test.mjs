// Vite's builds for servers: with the package external or bundled, for Node and for a worker.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execPath } from "node:process";
import { test } from "node:test";
import { build } from "vite";
import { printedJson } from "../support/programs.mjs";
import { holds } from "../support/proof.mjs";
import { filesWith, project } from "../support/project.mjs";
import { options } from "../support/vite.mjs";

const folder = await project(import.meta.url);
const { inline, complaints } = options(folder);

const BUILDS = {
  external: ["program.mjs", {}],
  bundled: ["program.mjs", { noExternal: true }],
  webworker: ["edge.mjs", { noExternal: true, target: "webworker" }],
};
for (const [name, [entry, ssr]] of Object.entries(BUILDS)) {
  const outDir = join(folder, name);
  await build({ ...inline, ssr, build: { outDir, ssr: entry, rollupOptions: { output: { entryFileNames: entry } } } });
  if (name === "webworker") {
    const program = 'import worker from "./edge.mjs"; const [baseUrl, token] = process.argv.slice(2);\nconst response = await worker.fetch(new Request(`http://worker.invalid/?${new URLSearchParams({ baseUrl, token })}`));\nconsole.log(await response.text());';
    await writeFile(join(outDir, "program.mjs"), program);
  }
  holds(`vite server, ${name}`, ({ baseUrl, token }) => printedJson(execPath, ["program.mjs", baseUrl, token], outDir));
  test(`vite server, ${name}: no separate wasm file`, async () => assert.deepEqual(await filesWith(".wasm", outDir), []));
}
test("vite server: no warning", () => assert.deepEqual(complaints, []));
