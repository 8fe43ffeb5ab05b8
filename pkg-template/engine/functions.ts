// The functions of the engine, with texts and numbers.
import { readText, use, writeText } from "./instance.js";

/**
 * The longest text that the engine accepts, in UTF-16 units: eight times 50 inline results with the longest texts, so the
 * service would refuse longer parameters.
 */
export const MAX_UNITS = 4 << 20;

/** A fault: its path, the expected and the received value. */
export type FaultTexts = [path: string, expected: string, received: string];

/** Reads the fault at an address of the engine's memory; the address 0 means none. */
const readFault = (at: number): FaultTexts | undefined => (at ? (readText(at).split("\0") as FaultTexts) : undefined);

/**
 * Returns the fault in parameters, passed as JSON text, if there is one.
 *
 * @param prefix - The start of the strings that replace files.
 * @param sizes - The bytes of each file; -1 while unknown.
 * @param skip - How many faults to skip before that.
 */
export const check = (
  method: number,
  params: string,
  prefix: string,
  sizes: readonly number[],
  limits: boolean,
  skip: number,
): FaultTexts | undefined =>
  use((engine) => {
    const known = sizes.map((size) => `${size < 0 ? "" : size},`).join("");
    return readFault(engine.check(method, prefix.length, known.length, writeText(prefix + known + params), limits, skip));
  });

/** Returns the fault in an update, passed as JSON text, if there is one. `table` is the part of the tables for updates. */
export const checkUpdate = (update: string, table: Uint8Array): FaultTexts | undefined =>
  use((engine) => readFault(engine.checkUpdate(table.length, writeText(update, table))));

/** Returns whether the method is idempotent, so that it may be retried after a failure of unknown outcome. */
export const isIdempotent = (method: number): boolean => use((engine) => engine.isIdempotent(method) !== 0);

// Bits of `formKind`. A parameter without the first two is a text.
export const FORM_BOOLEAN = 1;
export const FORM_JSON = 2;
export const FORM_ARRAY = 4;
export const FORM_REQUIRED = 8;

/** Returns how a text of a form is converted to the parameter with this name. */
export const formKind = (method: number, name: string): number => use((engine) => engine.formKind(method, writeText(name)));
