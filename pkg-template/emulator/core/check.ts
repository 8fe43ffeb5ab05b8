// Checks of arguments before they reach the wasm: its glue does not check strings, numbers and bytes.

import { refuseUnknown } from "../../options/parse.js";

/** Returns the error for a value, with its path, the expected value and its kind. */
export function wrong(path: string, expected: string, value: unknown): TypeError {
  return new TypeError(`${path}: expected ${expected}, got ${kindOf(value)}`);
}

/** Describes a value in a word or two. The content of texts and objects is omitted, because it may contain a token. */
function kindOf(value: unknown): string {
  switch (typeof value) {
    case "undefined":
      return "nothing";
    case "object":
      return value === null ? "null" : Array.isArray(value) ? "an array" : "an object";
    case "string":
    case "function":
    case "symbol":
      return `a ${typeof value}`;
    default:
      return String(value);
  }
}

export function checkString(path: string, value: unknown): string {
  if (typeof value !== "string") throw wrong(path, "a string", value);
  return value;
}

export function checkObject<Value>(path: string, value: Value, expected = "an object"): Value & object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong(path, expected, value);
  return value;
}

/** Returns the options of a method, which may only have these names. @throws ValidationError that names the first other one. */
export function checkNames<Value extends object>(method: string, options: Value, names: readonly (keyof Value & string)[]): Value {
  refuseUnknown(method, checkObject("options", options), names);
  return options;
}

export function checkArray<Item>(path: string, value: readonly Item[]): readonly Item[] {
  if (!Array.isArray(value)) throw wrong(path, "an array", value);
  return value;
}

export function checkFlag(path: string, value: unknown): void {
  if (typeof value !== "boolean") throw wrong(path, "true or false", value);
}

export function checkFunction(path: string, value: unknown): void {
  if (typeof value !== "function") throw wrong(path, "a function", value);
}

/** Returns a finite number, or a whole one in a range. */
export function checkNumber(path: string, value: unknown, least = -Infinity, most = Infinity): number {
  const whole = least > -Infinity;
  const fits = typeof value === "number" && (whole ? Number.isInteger(value) : Number.isFinite(value)) && value >= least && value <= most;
  if (!fits) throw wrong(path, whole ? `an integer from ${least} to ${most}` : "a number", value);
  return value;
}
