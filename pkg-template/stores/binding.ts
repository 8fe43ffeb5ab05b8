// Checks a binding of the platform: the error names what is missing.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { parseOptions } from "../options/parse.js";

/** Returns the binding if it has these functions. @throws ValidationError otherwise. */
export function bound<Binding extends object>(owner: string, binding: Binding, functions: readonly string[]): Binding {
  const isBound = parseOptions(owner, binding, (given) => functions.every((name) => typeof given[name] === "function"));
  if (isBound) return binding;
  throw new ValidationError(owner, "", `a binding with ${functions.join(" and ")}`, describe(binding));
}
