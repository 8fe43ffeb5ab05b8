// Names of methods: in the spelling of the spec, as indices of the engine's table, as segments of a URL.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { METHOD_NAMES, type MethodName } from "../methods.js";

let inLowerCase: ReadonlyMap<string, string> | undefined;

/** A name in the spelling of the spec: some servers are case-sensitive. */
export function canonicalMethod(method: string): string {
  inLowerCase ??= new Map(METHOD_NAMES.map((name) => [name.toLowerCase(), name]));
  return inLowerCase.get(method.toLowerCase()) ?? method;
}

/** The index of a method, in the spelling of the spec, in the engine's table, which has the order of the names; -1 if the spec does not know it. */
export const methodIndex = (method: string): number => METHOD_NAMES.indexOf(method as MethodName);

/** A name that is safe in a URL and in errors, in the spelling of the spec. @throws ValidationError for any other value. */
export function parseMethodName(owner: string, name: unknown): string {
  if (typeof name === "string" && /^[A-Za-z]\w{0,63}$/.test(name)) return canonicalMethod(name);
  throw new ValidationError(owner, "method", "the name of a method", describe(name));
}
