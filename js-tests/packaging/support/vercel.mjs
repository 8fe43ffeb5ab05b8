// Vercel's edge runtime, with the wasm files of a function as the globals that Vercel's bundlers make of "?module".
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { EdgeRuntime } from "edge-runtime";
import { build } from "esbuild";

/** The global of a wasm file. */
export const globalOf = (file) => `wasm_${file.replace(/\W/g, "_")}`;

/**
 * Bundles a listener, a file or esbuild's `stdin`, as Vercel's build does. Returns its code and its wasm files, which have
 * to be these.
 */
export async function bundled(entry, names = ["botwire.wasm"]) {
  const wasm = {};
  const { outputFiles, warnings } = await build({
    ...(typeof entry === "string" ? { entryPoints: [entry] } : { stdin: entry }),
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
  assert.deepEqual(Object.keys(wasm).sort(), names);
  return { code: outputFiles[0].text, wasm };
}

/** Starts a bundled function with its wasm files, `{ name: bytes }`. */
export async function start(code, files) {
  const globals = {};
  for (const [name, bytes] of Object.entries(files)) globals[globalOf(name)] = await WebAssembly.compile(bytes);
  return new EdgeRuntime({ initialCode: code, extend: (context) => Object.assign(context, globals) });
}

/** Runs a bundled function. Returns the function that carries the scenario out. */
export async function deploy(code, files) {
  const runtime = await start(code, files);
  return async (at) => {
    const response = await runtime.dispatchFetch(`http://edge.invalid/?${new URLSearchParams(at)}`);
    await response.waitUntil();
    assert.equal(response.status, 200, await response.clone().text());
    return response.json();
  };
}
