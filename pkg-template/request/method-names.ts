// Names of methods: in the spelling of the spec, as indices of the engine's table, as segments of a URL.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { METHOD_NAMES, type MethodName } from "../methods.js";

let inLowerCase: ReadonlyMap<string, string> | undefined;

/** Returns the name in the spelling of the spec, because some servers are case-sensitive. */
export function canonicalMethod(method: string): string {
  inLowerCase ??= new Map(METHOD_NAMES.map((name) => [name.toLowerCase(), name]));
  return inLowerCase.get(method.toLowerCase()) ?? method;
}

/** Returns the index of a method, in the spelling of the spec, in the engine's table, or -1 if the spec does not know it. */
export const methodIndex = (method: string): number => METHOD_NAMES.indexOf(method as MethodName);

/** Returns a name, in the spelling of the spec, that is safe in URLs and errors. @throws ValidationError for any other value. */
export function parseMethodName(apiName: string, name: unknown): string {
  if (typeof name === "string" && /^[A-Za-z]\w{0,63}$/.test(name)) return canonicalMethod(name);
  throw new ValidationError(apiName, "method", "the name of a method", describe(name));
}
