// The running instance of the engine and its memory.
import { ValidationError } from "../errors/errors.js";
import { hasBrand } from "../errors/guards.js";
import type { Wasm } from "./configure.js";

/**
 * The exports of the engine. Texts are passed as UTF-8 in the memory at `room`, and returned by their address. Methods are
 * passed as their index in the engine's table.
 */
interface Engine {
  readonly memory: { readonly buffer: ArrayBuffer };
  room(bytes: number): number;
  check(method: number, prefixBytes: number, sizeBytes: number, bytes: number, limits: boolean, all: boolean): number;
  checkUpdate(tableBytes: number, bytes: number): number;
  formKind(method: number, nameBytes: number): number;
  isIdempotent(method: number): number;
}

let compiled: WebAssembly.Module | undefined;
/** The instance of the module, unless the last instance failed or has grown too large. */
let engine: Engine | undefined;

/** Returns whether the engine has started. */
export const isInstalled = (): boolean => compiled !== undefined;

/** Compiles a module if necessary and makes its first instance. A second module is ignored. */
export function install(module: Wasm): undefined {
  if (compiled) return;
  const newlyCompiled = module instanceof WebAssembly.Module ? module : new WebAssembly.Module(module as BufferSource);
  engine = instantiate(newlyCompiled);
  compiled = newlyCompiled;
}

const instantiate = (module: WebAssembly.Module): Engine => new WebAssembly.Instance(module, {}).exports as unknown as Engine;

/** The largest memory of a reused instance, in bytes. Ordinary calls need less than 2 MiB, and memory never shrinks. */
const MAX_KEPT = 8 << 20;

/**
 * Runs a function with the engine. An instance that traps is dropped, because its memory may be in any state. That call fails,
 * and the next one gets a new instance.
 */
export function use<T>(work: (engine: Engine) => T): T {
  try {
    const result = work((engine ??= instantiate(compiled!)));
    if (engine.memory.buffer.byteLength > MAX_KEPT) engine = undefined;
    return result;
  } catch (error) {
    if (hasBrand(error)) throw error;
    engine = undefined;
    // Without a cause: a replaced TextEncoder could throw the text.
    throw new ValidationError("engine", "", "a text that the engine can hold", "a trap or a failed allocation");
  }
}

// Made when they are needed: the environments of some test runners for pages lack them.
let encoder: TextEncoder | undefined;
let decoder: TextDecoder | undefined;

/**
 * Returns the encoder for UTF-8.
 *
 * @throws ValidationError if the platform has none.
 * @internal
 */
export function utf8(): TextEncoder {
  if (typeof TextEncoder !== "function") throw new ValidationError("engine", "", "a runtime with TextEncoder", "none");
  return (encoder ??= new TextEncoder());
}

/** UTF-16 units. */
const SHORT = 256;

/** Writes a text after some bytes, where the engine reads it. Returns the bytes of both: one to three for each UTF-16 unit. */
export function writeText(text: string, before?: Uint8Array): number {
  const { length } = text;
  const start = before ? before.length : 0;
  const most = start + 3 * length;
  const at = engine!.room(most) >>> 0;
  const bytes = new Uint8Array(engine!.memory.buffer, at, most);
  if (before) bytes.set(before);
  const encoder = utf8();
  let ascii = 0;
  // Short texts are written faster here than by the platform, and few calls have a long one.
  for (let unit; ascii < Math.min(length, SHORT) && (unit = text.charCodeAt(ascii)) < 128; ascii++) bytes[start + ascii] = unit;
  if (ascii === length) return start + ascii;
  const { written } = encoder.encodeInto(text, bytes.subarray(start));
  // A replaced TextEncoder, or a TextEncoder without memory, may have written less than the text.
  if (written >= length && written <= 3 * length) return start + written;
  throw new RangeError();
}

/** Reads a text that the engine has written. The character 1 ends it. */
export function readText(at: number): string {
  const bytes = new Uint8Array(engine!.memory.buffer, at >>> 0);
  return (decoder ??= new TextDecoder()).decode(bytes.subarray(0, bytes.indexOf(1)));
}
