// How emulator.wasm is loaded: by the entry of the runtime, or by init(). Bundlers want its path as a literal in each entry,
// so the entries repeat one line of those of the client, which say why each is as it is; what both can share is in `entries/`
// and in `engine/wasm-source.ts`. A generator of both would be longer than the lines that repeat.

import { compiled } from "../engine/wasm-source.js";
import { initSync } from "./emulator.js";

/** A compiled module, or the bytes of the wasm file. */
type Wasm = object;

/** Where the wasm file comes from. */
interface WasmLoader {
  /** The module, for the first use. */
  now?: () => Wasm;
  /** The module, for init(). */
  soon?: () => Promise<Wasm>;
}

const loader: WasmLoader = {};
let isLoaded = false;
let loading: Promise<void> | undefined;

/** Says where the wasm file comes from: the entry of each runtime does it once. */
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
