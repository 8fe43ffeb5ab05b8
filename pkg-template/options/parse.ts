// Checks of options, whichever they are: each gives the value, or throws a ValidationError that names the option.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { isBotwireError } from "../errors/guards.js";
import type { SignalLike } from "../platform.js";

/**
 * Parses options, which must be an object.
 *
 * @param owner - The function or class that has the options, for errors.
 * @param parse - May throw a ValidationError; any other throw comes from a getter of the options.
 */
export function parseOptions<T>(owner: string, options: unknown, parse: (options: Record<string, unknown>) => T): T {
  let received: string | undefined;
  try {
    if (typeof options === "object" && options) return parse(options as Record<string, unknown>);
  } catch (error) {
    if (isBotwireError(error)) throw error;
    received = "an object that throws";
  }
  throw new ValidationError(owner, "", "an object of options", received ?? describe(options));
}

/** An option, or undefined where it is left out. */
export function option<T>(
  owner: string,
  name: string,
  value: unknown,
  expected: string,
  fits: (value: any) => boolean,
): T | undefined {
  if (value === undefined || fits(value)) return value as T | undefined;
  throw new ValidationError(owner, name, expected, describe(value));
}

/** Whether a value is a number of milliseconds. */
export const isDuration = (value: unknown): boolean => typeof value === "number" && value >= 0;
const DURATION = "milliseconds, 0 or more";
/** Whether a value is a function. */
export const isFunction = (value: unknown): boolean => typeof value === "function";
/** `expected` of an option for which {@link isFunction} holds. */
export const FUNCTION = "a function";
/** Whether a value is a Boolean. */
export const isBoolean = (value: unknown): boolean => typeof value === "boolean";
/** `expected` of an option for which {@link isBoolean} holds. */
export const BOOLEAN = "a Boolean";

const isSignal = (value: SignalLike | null): boolean =>
  typeof value?.aborted === "boolean" && isFunction(value.addEventListener) && isFunction(value.removeEventListener);

/** The option `signal`. */
export const signalOption = (owner: string, signal: unknown): SignalLike | undefined =>
  option(owner, "signal", signal, "an AbortSignal", isSignal);

/** An option in milliseconds. */
export const durationOption = (owner: string, name: string, value: unknown): number | undefined =>
  option(owner, name, value, DURATION, isDuration);

/** An option in bytes. */
export const bytesOption = (owner: string, name: string, value: unknown): number | undefined =>
  option(owner, name, value, "bytes, 0 or more", isDuration);
