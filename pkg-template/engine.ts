// The wasm engine: found by the entry of the runtime, started at the first use, once.
import { initSync } from "./botwire.js";
import { describe } from "./describe.js";
import type { RequestLike } from "./platform.js";
import { NetworkError, ValidationError, withoutToken } from "./errors.js";

// Kept out of the declarations: those of the glue name types that only some TypeScript settings have.
/** @internal */
export { check, checkUpdate, encodeForm, encodeParts, isRepeatable } from "./botwire.js";

/** How parameters are encoded. Spec: core, Conventions that hold for every method. */
export type Encoding = "json" | "form" | "query" | "multipart";

/** A compiled module, or the bytes of the wasm file. */
type Wasm = object;

/** What differs between runtimes; each entry sets it. */
export const platform: {
  load: (() => Wasm | Promise<Wasm>) | undefined;
  encoding: Encoding;
  /** What bounds the body of a request with these headers, so that it need not be counted while it is read. */
  boundedBy?: (contentLength: string | null, headers: RequestLike["headers"]) => "length" | "program" | undefined;
} = {
  load: undefined,
  encoding: "json",
};

let started = false;
let starting: Promise<void> | undefined;

/**
 * Starts the engine if need be. What it returns, if anything, is to be awaited. Where the bytes are at hand it
 * returns nothing: in workerd no request may wait for a promise of another one.
 */
export function start(): Promise<void> | undefined {
  if (started) return undefined;
  if (platform.load === undefined) {
    throw new ValidationError("init", "", "init(module) before the first call", "nothing");
  }
  if (starting) return starting;
  try {
    const found = platform.load();
    if (!(found instanceof Promise)) return run(found);
    starting = found.then(run).catch(failed);
    return starting.finally(() => (starting = undefined));
  } catch (error) {
    failed(error);
  }
}

function run(module: Wasm): undefined {
  if (!started) initSync({ module: module as WebAssembly.Module });
  started = true;
}

function failed(error: unknown): never {
  throw new NetworkError("init", "the wasm file could not be loaded", withoutToken(error, String));
}

/**
 * Starts the engine from what you bring: a `WebAssembly.Module`, the bytes of `botwire.wasm` (`ArrayBuffer` or a view),
 * a `Response` with them, or a URL. Nobody has to call it, except with `botwire/init`, which brings no wasm file;
 * calling it again does nothing.
 *
 * @throws ValidationError if it is none of these; NetworkError if it cannot be loaded.
 */
export async function init(source: string | object | PromiseLike<string | object>): Promise<void> {
  if (started) return;
  let found: any;
  try {
    found = await source;
    if (typeof found === "string" || typeof found?.href === "string") found = await globalThis.fetch(String(found));
    if (typeof found?.arrayBuffer === "function") {
      if (found.ok === false) throw new Error(`HTTP ${found.status}`);
      found = await found.arrayBuffer();
    }
    const isBytes = ArrayBuffer.isView(found) || Object.prototype.toString.call(found) === "[object ArrayBuffer]";
    // Next.js refuses to build an edge function that says WebAssembly.compile, also where it is never called.
    if (isBytes) found = await globalThis.WebAssembly.compile(found);
    if (found instanceof WebAssembly.Module) return run(found);
  } catch (error) {
    failed(error);
  }
  throw new ValidationError("init", "", "a WebAssembly.Module, its bytes, a Response or a URL", describe(found));
}
