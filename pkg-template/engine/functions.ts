// The functions of the engine, with texts and numbers.
import { readText, use, writeText } from "./instance.js";

/**
 * The longest text that the engine accepts, in UTF-16 units: eight times 50 inline results with the longest texts, so the
 * service would refuse longer parameters.
 */
export const MAX_UNITS = 4 << 20;

/** A fault: its path, the expected and the received value. */
export type FaultTexts = [path: string, expected: string, received: string];

/** Reads the faults at an address of the engine's memory; the address 0 means none. */
const readFaults = (at: number): FaultTexts[] => {
  const faults: FaultTexts[] = [];
  const texts = at ? readText(at).split("\0") : [];
  for (let index = 3; index < texts.length; index += 3) faults.push(texts.slice(index - 3, index) as FaultTexts);
  return faults;
};

/**
 * Returns the faults in parameters, passed as JSON text.
 *
 * @param prefix - The start of the strings that replace files, and of those that replace unchecked values.
 * @param sizes - The bytes of each file; -1 while unknown.
 * @param all - Whether all faults are returned, at most 100, or the first one.
 */
export const check = (
  method: number,
  params: string,
  prefix: string,
  sizes: readonly number[],
  limits: boolean,
  all: boolean,
): FaultTexts[] =>
  use((engine) => {
    const known = sizes.map((size) => `${size < 0 ? "" : size},`).join("");
    return readFaults(engine.check(method, prefix.length, known.length, writeText(prefix + known + params), limits, all));
  });

/** Returns the fault in an update, passed as JSON text, if there is one. `table` is the part of the tables for updates. */
export const checkUpdate = (update: string, table: Uint8Array): FaultTexts | undefined =>
  use((engine) => readFaults(engine.checkUpdate(table.length, writeText(update, table)))[0]);

/** Returns whether the method is idempotent, so that it may be retried after a failure of unknown outcome. */
export const isIdempotent = (method: number): boolean => use((engine) => engine.isIdempotent(method) !== 0);

/** Returns how a text of a form is converted to the parameter with this name: bits such as `FORM_JSON`. */
export const formKind = (method: number, name: string): number => use((engine) => engine.formKind(method, writeText(name)));
