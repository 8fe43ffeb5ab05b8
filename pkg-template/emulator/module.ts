// How emulator.wasm is loaded: by the entry of the runtime, or by init(). Bundlers want its path as a literal in each entry,
// so the entries repeat one line of those of the client, which say why each is as it is.

import { initSync } from "./emulator.js";

/** A compiled module, or the bytes of the wasm file. */
type Wasm = object;

/** Where each entry has it from: at once, for the first use, or by a promise, for init(). */
export const source: { now?: () => Wasm; soon?: () => Promise<Wasm> } = {};

let loaded = false;

/** Makes sure that the module is there. */
export function load(): void {
  if (loaded) return;
  const found = atHand();
  if (found === undefined) {
    throw new Error("emulator.wasm is not loaded: await init() before the first createEmulator()");
  }
  run(found);
}

function atHand(): Wasm | undefined {
  try {
    return source.now?.();
  } catch (error) {
    if (source.soon === undefined) throw error;
    return undefined;
  }
}

/**
 * Loads emulator.wasm where the package cannot do it by itself at the first use, such as in a page; calling it again
 * does nothing.
 *
 * @param from A `WebAssembly.Module`, the bytes of `emulator.wasm`, a `Response` with them, or a URL. Default: what the
 * package has.
 */
export async function init(from?: string | object | PromiseLike<string | object>): Promise<void> {
  if (loaded) return;
  let found: any = await (from ?? atHand() ?? source.soon?.());
  if (typeof found === "string" || typeof found?.href === "string") found = await globalThis.fetch(String(found));
  if (typeof found?.arrayBuffer === "function") {
    if (found.ok === false) throw new Error(`emulator.wasm cannot be loaded: HTTP ${found.status}`);
    found = await found.arrayBuffer();
  }
  const isBytes = ArrayBuffer.isView(found) || Object.prototype.toString.call(found) === "[object ArrayBuffer]";
  // Next.js refuses to build an edge function that says WebAssembly.compile, also where it is never called.
  if (isBytes) found = await globalThis.WebAssembly.compile(found);
  run(found);
}

function run(module: Wasm): void {
  if (!loaded) initSync({ module: module as WebAssembly.Module });
  loaded = true;
}
