// Names of methods: those of the spec in any case, and where the engine has them.
import { describe } from "./describe.js";
import { ValidationError } from "./errors.js";
import { METHOD_NAMES, type MethodName } from "./methods.js";

let inLowerCase: ReadonlyMap<string, string> | undefined;

/** The spec's spelling: servers that are not the service may mind the case. */
export function canonical(method: string): string {
  inLowerCase ??= new Map(METHOD_NAMES.map((name) => [name.toLowerCase(), name]));
  return inLowerCase.get(method.toLowerCase()) ?? method;
}

const indexOf = ((name: string): number => METHOD_NAMES.indexOf(name as MethodName));

/** Where a method, in any case, stands in the engine's table, which is in the order of the names; -1 if the spec does not know it. */
export const placeOf = ((method: string): number => {
  const place = indexOf(method);
  return place < 0 ? indexOf(canonical(method)) : place;
});

/** A name that can stand in a URL. */
export const methodName = (function (owner: string, name: unknown): string {
  if (typeof name === "string" && (indexOf(name) >= 0 || /^[A-Za-z]\w{0,63}$/.test(name))) return name;
  throw new ValidationError(owner, "method", "the name of a method", describe(name));
});
