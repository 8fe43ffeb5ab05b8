// A bundle as Next.js makes it of an edge function: webpack, the condition edge-light, wasm by "?module".
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { holds } from "../support/proof.mjs";
import { filesWith, project } from "../support/project.mjs";
import { deploy } from "../support/vercel.mjs";
import { bundle } from "../support/webpack.mjs";

const folder = await project(import.meta.url);
const output = await bundle(folder, "listener.mjs", {
  target: ["web", "es6"],
  resolve: { conditionNames: ["edge-light", "worker", "browser", "module", "import", "default"] },
  module: { rules: [{ test: /\.wasm$/, resourceQuery: /module/, type: "javascript/auto", loader: join(folder, "next-wasm-loader.cjs") }] },
});

const code = await readFile(join(output, "main.js"), "utf8");
const bytes = await readFile(join(output, "botwire.wasm"));
const inEdge = await deploy(code, { "botwire.wasm": bytes });

test("next edge: one wasm file, and nothing that Next.js refuses to build", async () => {
  assert.deepEqual(await filesWith(".wasm", output), ["botwire.wasm"]);
  assert.doesNotMatch(code, /(?<!globalThis\.)WebAssembly\.compile\b|\beval\(|\bFunction\(/);
});
holds("next edge", inEdge);
