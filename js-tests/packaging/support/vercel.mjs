// Vercel's edge runtime, with the wasm files of a function as the globals that Vercel's bundlers make of "?module".
import assert from "node:assert/strict";
import { EdgeRuntime } from "edge-runtime";

/** The global of a wasm file. */
export const globalOf = (file) => `wasm_${file.replace(/\W/g, "_")}`;

/** Runs a bundled function with its wasm files, `{ name: bytes }`. Gives the function that carries the scenario out. */
export async function deploy(code, files) {
  const globals = {};
  for (const [name, bytes] of Object.entries(files)) globals[globalOf(name)] = await WebAssembly.compile(bytes);
  const runtime = new EdgeRuntime({ initialCode: code, extend: (context) => Object.assign(context, globals) });
  return async (at) => {
    const response = await runtime.dispatchFetch(`http://edge.invalid/?${new URLSearchParams(at)}`);
    await response.waitUntil();
    assert.equal(response.status, 200, await response.clone().text());
    return response.json();
  };
}
