// The functions of the engine, on texts and numbers.
import { readText, use, writeText } from "./instance.js";

/**
 * UTF-16 units of the longest text that the engine is given: eight times what 50 inline results hold if each text in them is
 * as long as it may be, so the service accepts no such parameters.
 */
export const MAX_UNITS = 4 << 20;

/** A fault: where it is, what was expected, what came. */
export type FaultTexts = [path: string, expected: string, received: string];

/** Reads the fault at an address of the engine's memory; the address 0 means none. */
const readFault = (at: number): FaultTexts | undefined => (at ? (readText(at).split("\0") as FaultTexts) : undefined);

/**
 * The fault in the parameters, which are given as JSON text, if there is one.
 *
 * @param prefix - The start of the strings that replace files.
 * @param sizes - Bytes of each file; -1 while unknown.
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

/** The fault in an update, which is given as JSON text, if there is one; `table` is the part of the tables for updates. */
export const checkUpdate = (update: string, table: Uint8Array): FaultTexts | undefined =>
  use((engine) => readFault(engine.checkUpdate(table.length, writeText(update, table))));

/** Whether the method is idempotent, so that it may be retried after a failure of unknown outcome. */
export const isIdempotent = (method: number): boolean => use((engine) => engine.isIdempotent(method) !== 0);

// Bits of `formKind`. A parameter without the first two is a text.
export const FORM_BOOLEAN = 1;
export const FORM_JSON = 2;
export const FORM_ARRAY = 4;
export const FORM_REQUIRED = 8;

/** How a form's text is read as the parameter of a name. */
export const formKind = (method: number, name: string): number => use((engine) => engine.formKind(method, writeText(name)));
