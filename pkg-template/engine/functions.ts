// The functions of the engine, on texts and numbers.
import { readText, use, writeText } from "./instance.js";

/**
 * UTF-16 units of the longest text that the engine is given: eight times what 50 inline results hold if each text in them is
 * as long as it may be, so the service accepts no such parameters.
 */
export const MAX_UNITS = 4 << 20;

/** A fault: where it is, what was expected, what came. */
export type FaultTexts = [path: string, expected: string, received: string];

const readFault = (bytes: number): FaultTexts | undefined =>
  bytes > 0 ? (readText(bytes).split("\0") as FaultTexts) : undefined;

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
    sizes.forEach((size, index) => engine.addSize(index, size));
    return readFault(engine.check(method, prefix.length, writeText(prefix + params), sizes.length, limits, skip));
  });

/** The fault in an update, which is given as JSON text, if there is one. */
export const checkUpdate = (update: string): FaultTexts | undefined =>
  use((engine) => readFault(engine.checkUpdate(writeText(update))));

/** The parameters as urlencoded text. */
export const encodeForm = (params: string): string => use((engine) => readText(engine.encodeForm(writeText(params))));

/** The parameters as names and values of multipart fields, in turn, as JSON text. */
export const encodeParts = (params: string): string => use((engine) => readText(engine.encodeParts(writeText(params))));

/** Whether the method is idempotent, so that it may be retried after a failure of unknown outcome. */
export const isRepeatable = (method: number): boolean => use((engine) => engine.isRepeatable(method) !== 0);

/** The text without the token. @throws ValidationError if the engine has not started or fails. */
export const redactToken = (text: string, token: string): string =>
  use((engine) => readText(engine.redact(token.length, writeText(token + text))));
