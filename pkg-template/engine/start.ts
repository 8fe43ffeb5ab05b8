// Loads the wasm file and starts the engine, once, at the first use.
import { describe } from "../errors/describe.js";
import { EngineError, ValidationError } from "../errors/errors.js";
import { plainError } from "../errors/plain-error.js";
import { isPromise } from "../platform.js";
import { runtime } from "./configure.js";
import { install, isInstalled } from "./instance.js";
import { compiled } from "./wasm-source.js";

let starting: Promise<void> | undefined;

/**
 * Starts the engine unless it has started. Returns a promise only if the wasm file is loaded asynchronously, because in workerd
 * no request may wait for a promise of another request.
 */
export function start(): Promise<void> | undefined {
  if (isInstalled()) return undefined;
  if (runtime.load === undefined) {
    throw new ValidationError("init", "", "init(module) before the first call", "nothing");
  }
  if (starting) return starting;
  try {
    const found = runtime.load();
    if (!isPromise(found)) return install(found);
    starting = found.then(install).catch(rethrow);
    return starting.finally(() => (starting = undefined));
  } catch (error) {
    rethrow(error);
  }
}

function rethrow(error: unknown): never {
  const cause = plainError(error);
  // Browsers name 'unsafe-eval', which allows more than is needed.
  const message = `${cause?.message}`;
  throw new EngineError(/unsafe-eval|CSP/.test(message) ? "the Content-Security-Policy lacks script-src 'wasm-unsafe-eval'" : message, cause);
}

/**
 * Starts the engine before the first call. Call it in a web page before `validate`. Calling it again has no effect.
 *
 * @param source - A `WebAssembly.Module`, the bytes of `botwire.wasm` (an `ArrayBuffer` or a view), a `Response` with them, or
 * a URL. Required only for `botwire/init`, which has no wasm file. Default: the file of the package.
 *
 * @throws ValidationError if the source has the wrong type, EngineError if it cannot be loaded.
 */
export async function init(source?: string | object | PromiseLike<string | object>): Promise<void> {
  if (isInstalled()) return;
  if (source === undefined) return start();
  let found: unknown;
  try {
    found = await compiled(source);
    if (found instanceof WebAssembly.Module) return install(found);
  } catch (error) {
    rethrow(error);
  }
  throw new ValidationError("init", "", "a WebAssembly.Module, its bytes, a Response or a URL", describe(found));
}
