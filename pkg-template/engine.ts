// The wasm engine: found by the entry of the runtime, started at the first use, once.
import { describe } from "./describe.js";
import { isPromise } from "./in-time.js";
import type { RequestLike } from "./platform.js";
import { NetworkError, ValidationError, withoutToken } from "./errors.js";

/** How parameters are encoded. Spec: core, Conventions that hold for every method. */
export type Encoding = "json" | "form" | "query" | "multipart";

/** A compiled module, or the bytes of the wasm file. */
type Wasm = object;

/** What differs between runtimes; each entry sets it. */
export const platform: {
  load: (() => Wasm | Promise<Wasm>) | undefined;
  encoding: Encoding;
  /** A body of so many bytes, where its own `fetch` announces the length of a stream and that is worth it. */
  stream?: ((parts: readonly any[], length: number) => any) | undefined;
  /** What bounds the body of a request with these headers, so that it need not be counted while it is read. */
  boundedBy?: (contentLength: string | null, headers: RequestLike["headers"]) => "length" | "program" | undefined;
} = {
  load: undefined,
  encoding: "json",
};

/** What the engine exports. Texts stand in memory, as UTF-8 where `room` says; methods are told by their place in its table. */
interface Engine {
  readonly memory: { readonly buffer: ArrayBuffer };
  room(bytes: number): number;
  addSize(index: number, bytes: number): void;
  check(method: number, prefixBytes: number, bytes: number, files: number, limits: boolean): number;
  checkUpdate(bytes: number): number;
  encodeForm(bytes: number): number;
  encodeParts(bytes: number): number;
  isRepeatable(method: number): number;
  redact(tokenBytes: number, bytes: number): number;
}

let compiled: WebAssembly.Module | undefined;
/** The instance of it, unless the last one failed or has grown too large. */
let engine: Engine | undefined;
let starting: Promise<void> | undefined;

/**
 * Starts the engine if need be. What it returns, if anything, is to be awaited. Where the bytes are at hand it
 * returns nothing: in workerd no request may wait for a promise of another one.
 */
export const start = (function (): Promise<void> | undefined {
  if (compiled) return undefined;
  if (platform.load === undefined) {
    throw new ValidationError("init", "", "init(module) before the first call", "nothing");
  }
  if (starting) return starting;
  try {
    const found = platform.load();
    if (!isPromise(found)) return run(found);
    starting = found.then(run).catch(failed);
    return starting.finally(() => (starting = undefined));
  } catch (error) {
    failed(error);
  }
});

const run = (function (module: Wasm): undefined {
  if (compiled) return;
  const made = module instanceof WebAssembly.Module ? module : new WebAssembly.Module(module as BufferSource);
  engine = instantiate(made);
  compiled = made;
});

const instantiate = ((module: WebAssembly.Module): Engine => new WebAssembly.Instance(module, {}).exports as unknown as Engine);

function failed(error: unknown): never {
  throw new NetworkError("init", "the wasm file could not be loaded", withoutToken(error, String));
}

/** @internal */
export const encoder = new TextEncoder();
let decoder: TextDecoder | undefined;

/** Bytes for which the engine allocates nothing, so that they stay where they are: `SMALL` of `src/js/mod.rs`, no more. */
const SMALL = 16_384;
/** The last room for them, as long as it is the one that the engine looks at; detached, without length, once its memory has grown. */
let small: Uint8Array<ArrayBuffer> | undefined;

/**
 * UTF-16 units of the longest text that the engine is given: eight times what 50 inline results hold if each text in them is
 * as long as it may be, so the service accepts no such parameters.
 */
export const MAX_UNITS = 4 << 20;
/** Bytes of memory up to which an instance is kept. Ordinary calls need less than 2 MiB, and memory never shrinks. */
const MAX_KEPT = 8 << 20;
let isLarge = false;

/**
 * Lets an instance of the engine work. One that traps is dropped, since its memory may be in any state. The call fails, and
 * the next one gets a new instance.
 */
const use = (function <T>(work: (engine: Engine) => T): T {
  try {
    const result = work((engine ??= instantiate(compiled!)));
    if (isLarge && engine.memory.buffer.byteLength > MAX_KEPT) drop();
    return result;
  } catch {
    drop();
    // Without a cause: a replaced TextEncoder could throw the text.
    throw new ValidationError("engine", "", "a text that the engine can hold", "a trap or a failed allocation");
  }
});

function drop(): void {
  engine = small = undefined;
  isLarge = false;
}

const room = ((bytes: number): Uint8Array<ArrayBuffer> => {
  if (small !== undefined && bytes < small.length) return small;
  isLarge ||= bytes > SMALL;
  const start = engine!.room(bytes) >>> 0;
  const made = new Uint8Array(engine!.memory.buffer, start, Math.max(bytes, SMALL));
  small = bytes > SMALL ? undefined : made;
  return made;
});
/** Puts a text where the engine reads it; a UTF-16 unit has one to three bytes. */
const write = ((text: string): number => {
  const { length } = text;
  const { written } = encoder.encodeInto(text, room(3 * length));
  // A replaced TextEncoder, or one that has run out of memory, may have written less than it was given.
  if (written >= length && written <= 3 * length) return written;
  throw new RangeError();
});
const read = (bytes: number): string => (decoder ??= new TextDecoder()).decode(room(bytes).subarray(0, bytes));

/**
 * The fault in the parameters, which are given as JSON text, if there is one: JSON text itself.
 *
 * @param prefix - What strings that stand for files start with.
 */
export const check = (function (
  method: number,
  params: string,
  prefix: string,
  sizes: readonly number[],
  limits: boolean,
): string | undefined {
  return use((engine) => {
    sizes.forEach((size, index) => engine.addSize(index, size));
    const bytes = engine.check(method, prefix.length, write(prefix + params), sizes.length, limits);
    return bytes > 0 ? read(bytes) : undefined;
  });
});

/** The fault in an update, which is given as JSON text, if there is one: JSON text itself. */
export const checkUpdate = (update: string): string | undefined =>
  use((engine) => read(engine.checkUpdate(write(update)))) || undefined;

/** The parameters as urlencoded text. */
export const encodeForm = (params: string): string => use((engine) => read(engine.encodeForm(write(params))));

/** The parameters as names and values of multipart fields, in turn, as JSON text. */
export const encodeParts = (params: string): string => use((engine) => read(engine.encodeParts(write(params))));

/** Whether the method may be repeated after a fault of unknown outcome. */
export const isRepeatable = (method: number): boolean => use((engine) => engine.isRepeatable(method) !== 0);

/** The text without the token. @throws ValidationError if the engine is not started or fails. */
export const withoutTokenIn = (text: string, token: string): string =>
  use((engine) => read(engine.redact(token.length, write(token + text))));

/**
 * Starts the engine from what you bring: a `WebAssembly.Module`, the bytes of `botwire.wasm` (`ArrayBuffer` or a view),
 * a `Response` with them, or a URL. Nobody has to call it, except with `botwire/init`, which brings no wasm file;
 * calling it again does nothing.
 *
 * @throws ValidationError if it is none of these; NetworkError if it cannot be loaded.
 */
export async function init(source: string | object | PromiseLike<string | object>): Promise<void> {
  if (compiled) return;
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
