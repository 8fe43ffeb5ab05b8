// Rollup with unwasm, which Nitro and Nuxt use for wasm files: a worker for workerd, and a program for Node.
import assert from "node:assert/strict";
import { join } from "node:path";
import { execPath } from "node:process";
import { test } from "node:test";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { Miniflare } from "miniflare";
import { rollup } from "rollup";
import { rollup as unwasm } from "unwasm/plugin";
import { COMPATIBILITY_DATE, modulesFrom } from "../../support/wrangler.mjs";
import { printedJson } from "../support/programs.mjs";
import { holds, holdsIn } from "../support/proof.mjs";
import { filesWith, project } from "../support/project.mjs";

const folder = await project(import.meta.url);
const warnings = [];

/** Bundles with these of Nitro's conditions. Returns the folder. */
async function bundle(input, exportConditions) {
  const dir = join(folder, exportConditions[0]);
  const plugins = [unwasm({ esmImport: true, lazy: false }), nodeResolve({ exportConditions, preferBuiltins: true })];
  const made = await rollup({ input: join(folder, input), plugins, external: /^node:/, onLog: (_, { message }) => warnings.push(message) });
  await made.write({ dir, format: "es", entryFileNames: "main.mjs", inlineDynamicImports: true });
  await made.close();
  return dir;
}

const edge = await bundle("edge.mjs", ["workerd", "worker", "browser", "edge-light", "deno", "wasm", "unwasm"]);
const node = await bundle("program.mjs", ["node", "wasm", "unwasm"]);
const files = await filesWith(".wasm", edge);

test("unwasm: one wasm file for workerd, none for Node, and no warning", async () => {
  assert.equal(files.length, 1);
  assert.deepEqual([await filesWith(".wasm", node), warnings], [[], []]);
});

const worker = new Miniflare({
  modules: await modulesFrom(edge, "main.mjs", files[0]),
  modulesRoot: ".",
  compatibilityDate: COMPATIBILITY_DATE,
  host: "127.0.0.1",
  port: 0,
});
holdsIn("unwasm, workerd", worker);
holds("unwasm, node", ({ baseUrl, token }) => printedJson(execPath, ["main.mjs", baseUrl, token], node));
