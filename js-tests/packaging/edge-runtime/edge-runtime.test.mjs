// Vercel's edge runtime, from a bundle that esbuild makes as Vercel's build does for an edge function.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { holds } from "../support/proof.mjs";
import { project } from "../support/project.mjs";
import { deploy, globalOf } from "../support/vercel.mjs";

const folder = await project(import.meta.url);
const wasm = {};

const { outputFiles, warnings } = await build({
  entryPoints: [join(folder, "listener.mjs")],
  bundle: true,
  write: false,
  format: "iife",
  target: "es2022",
  conditions: ["edge-light", "worker", "browser"],
  logLevel: "silent",
  plugins: [{
    name: "vercel-wasm",
    setup(plugins) {
      plugins.onResolve({ filter: /\.wasm\?module$/ }, ({ path, resolveDir }) => ({ path: join(resolveDir, path.replace("?module", "")), namespace: "wasm" }));
      plugins.onLoad({ filter: /./, namespace: "wasm" }, async ({ path }) => {
        wasm[basename(path)] = await readFile(path);
        return { contents: `export default ${globalOf(basename(path))}` };
      });
    },
  }],
});
assert.deepEqual(warnings, []);
assert.deepEqual(Object.keys(wasm), ["botwire.wasm"]);

holds("edge runtime", await deploy(outputFiles[0].text, wasm));
