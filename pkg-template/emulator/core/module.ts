// Loads emulator.wasm, by the entry of the runtime or by init(). Bundlers require its path as a literal in each entry, so these
// entries repeat one line of the client's entries, which explain it. Shared code is in `entries/` and in
// `engine/wasm-source.ts`.

import { compiled } from "../../engine/wasm-source.js";
import { initSync } from "../emulator.js";

/** A compiled module, or the bytes of the wasm file. */
type Wasm = object;

/** The source of the wasm file. */
interface WasmLoader {
  /** Returns the module, for the first use. */
  now?: () => Wasm;
  /** Returns the module, for init(). */
  soon?: () => Promise<Wasm>;
}

const loader: WasmLoader = {};
let isLoaded = false;
let loading: Promise<void> | undefined;

/** Sets the source of the wasm file. The entry of each runtime calls this once. */
export const configure = (described: WasmLoader): void => void Object.assign(loader, described);

/** Loads the module at the first use. */
export function ensureLoaded(): void {
  if (isLoaded) return;
  const found = loadNow();
  if (found === undefined) {
    throw new Error("emulator.wasm is not loaded: call await init() before the first createEmulator()");
  }
  run(found);
}

function loadNow(): Wasm | undefined {
  try {
    return loader.now?.();
  } catch (error) {
    if (loader.soon === undefined) throw error;
    return undefined;
  }
}

/**
 * Loads `emulator.wasm`. Call it once if the package cannot load the file synchronously, as in a web page. Calling it again has
 * no effect.
 *
 * @param from - A `WebAssembly.Module`, the bytes of `emulator.wasm`, a `Response` with them, or a URL. Default: the file of
 * the package.
 */
export async function init(from?: string | object | PromiseLike<string | object>): Promise<void> {
  if (!isLoaded) await (loading ??= load(from).finally(() => (loading = undefined)));
}

async function load(from: unknown): Promise<void> {
  try {
    run((await compiled(from ?? loadNow() ?? loader.soon?.())) as Wasm);
  } catch (error) {
    throw new Error(`emulator.wasm cannot be loaded: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

function run(module: Wasm): void {
  if (!isLoaded) initSync({ module: module as WebAssembly.Module });
  isLoaded = true;
}
