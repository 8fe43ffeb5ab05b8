// How emulator.wasm gets in: read by the Node entry, or given to init().

import { initSync } from "./emulator.js";

/** A compiled module, or the bytes of the wasm file. */
type Wasm = object;

let loaded = false;
let read: (() => Wasm) | undefined;

/** Lets a runtime that has the bytes at hand load them at first use. */
export function readWith(reader: () => Wasm): void {
  read = reader;
}

/** Makes sure that the module is there. */
export function load(): void {
  if (loaded) return;
  if (read === undefined) {
    throw new Error("emulator.wasm is not loaded: await init() before the first createEmulator()");
  }
  run(read());
}

/**
 * Loads emulator.wasm where the package cannot read it by itself, such as in a browser; calling it again does nothing.
 *
 * @param source A `WebAssembly.Module`, the bytes of `emulator.wasm`, a `Response` with them, or a URL. Default: the
 * file beside this one.
 */
export async function init(source?: string | object | PromiseLike<string | object>): Promise<void> {
  if (loaded) return;
  if (source === undefined && read !== undefined) return run(read());
  let found: any = await (source ?? new URL("./emulator.wasm", import.meta.url));
  if (typeof found === "string" || typeof found?.href === "string") found = await globalThis.fetch(String(found));
  if (typeof found?.arrayBuffer === "function") {
    if (found.ok === false) throw new Error(`emulator.wasm cannot be loaded: HTTP ${found.status}`);
    found = await found.arrayBuffer();
  }
  if (!(found instanceof WebAssembly.Module)) found = await WebAssembly.compile(found);
  run(found);
}

function run(module: Wasm): void {
  if (!loaded) initSync({ module: module as WebAssembly.Module });
  loaded = true;
}
