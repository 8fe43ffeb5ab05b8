// Checks of arguments before they reach the wasm: its glue does not check strings, numbers and bytes.

import { refuseUnknown } from "../options/parse.js";

/** The error for a value: where it stands, what was expected, and of what kind it is. */
export function wrong(path: string, expected: string, value: unknown): TypeError {
  return new TypeError(`${path}: expected ${expected}, got ${kindOf(value)}`);
}

/** A value in a word or two; texts and objects are not repeated, as a token may be in them. */
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

/** The options of a method, which have those names and no others. @throws ValidationError that names the first other one. */
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

/** A finite number, or a whole one between two. */
export function checkNumber(path: string, value: unknown, least = -Infinity, most = Infinity): number {
  const whole = least > -Infinity;
  const fits = typeof value === "number" && (whole ? Number.isInteger(value) : Number.isFinite(value)) && value >= least && value <= most;
  if (!fits) throw wrong(path, whole ? `an integer from ${least} to ${most}` : "a number", value);
  return value;
}
