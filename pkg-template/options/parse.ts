// Checks of options. Each returns the value, or throws a ValidationError that names the option.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { hasBrand } from "../errors/guards.js";
import type { SignalLike } from "../platform.js";

/**
 * Parses options, which must be an object, and not a list or a Map.
 *
 * @param apiName - The name of the function or class that has the options, for errors.
 * @param parse - May throw a ValidationError; any other throw comes from a getter of the options.
 */
export function parseOptions<T>(apiName: string, options: unknown, parse: (options: Record<string, unknown>) => T): T {
  let received: string | undefined;
  try {
    if (typeof options === "object" && options && !(Symbol.iterator in options)) return parse(options as Record<string, unknown>);
  } catch (error) {
    if (hasBrand(error)) throw error;
    received = "an object that throws";
  }
  throw new ValidationError(apiName, "", "an object of options", received ?? describe(options));
}

/** A check of an option: the expected value in words, and a test of a value. */
export type Check = readonly [expected: string, fits: (value: any) => boolean];

/** Returns an option, or `undefined` if it is omitted. */
export function option<T>(apiName: string, name: string, value: unknown, [expected, fits]: Check): T | undefined {
  if (value === undefined || fits(value)) return value as T | undefined;
  throw new ValidationError(apiName, name, expected, describe(value));
}

/** The checks of options, by name. */
export type Checks = Readonly<Record<string, Check>>;

/** The check of an option that is checked elsewhere. */
export const ANY: Check = ["", () => true];

/** Returns the options, which must all have a check. `path` precedes their names in errors. @throws ValidationError */
export function checkedOptions<T>(apiName: string, options: unknown, checks: Checks, path = ""): Partial<T> {
  return parseOptions(apiName, options, (values) => {
    refuseUnknown(apiName, values, Object.keys(checks), path);
    return knownOptions<T>(apiName, values, checks, path);
  });
}

/** Returns the options that have a check, and ignores others. `path` precedes their names in errors. @throws ValidationError */
export function knownOptions<T>(apiName: string, options: any, checks: Checks, path = ""): Partial<T> {
  const parsed: Record<string, unknown> = {};
  for (const name of Object.keys(checks)) {
    const value = options[name];
    if (value !== undefined) parsed[name] = option(apiName, path + name, value, checks[name]!);
  }
  return parsed as Partial<T>;
}

/** Refuses unknown options. `path` precedes their names in errors. @throws ValidationError that names the first one. */
export function refuseUnknown(apiName: string, options: object, names: readonly string[], path = ""): void {
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new ValidationError(apiName, path + unknown, `one of the options ${names.join(", ")}`, "an unknown option");
}

/** Returns whether a value is a number of milliseconds or bytes. */
export const isAmount = (value: unknown): boolean => typeof value === "number" && value >= 0;
export const isFunction = (value: unknown): boolean => typeof value === "function";
export const isBoolean = (value: unknown): boolean => typeof value === "boolean";

export const FUNCTION: Check = ["a function", isFunction];
export const BOOLEAN: Check = ["a Boolean", isBoolean];
export const DURATION: Check = ["milliseconds, 0 or more", isAmount];
export const AMOUNT: Check = ["0 or more", isAmount];
export const BYTES: Check = ["bytes, 0 or more", isAmount];
export const SIGNAL: Check = [
  "an AbortSignal",
  // `null` as in `fetch`.
  (value: SignalLike | null) => value === null || isBoolean(value.aborted) && isFunction(value!.addEventListener) && isFunction(value!.removeEventListener),
];

/** The check of a value that is one of these strings. */
export const oneOf = (...values: string[]): Check => [values.join(" or "), (value) => values.includes(value)];

/** The check of an Integer of at least `least`. */
export const integerFrom = (least: number): Check => [`an Integer, ${least} or more`, (value) => Number.isSafeInteger(value) && value >= least];

/** The check of a String. */
export const STRING: Check = ["a String", (value) => typeof value === "string"];
