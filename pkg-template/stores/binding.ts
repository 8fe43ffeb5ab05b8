// Checks a binding of the platform, or the client of a database. The error names the missing functions.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { parseOptions } from "../options/parse.js";

/** Returns the binding if it has these functions. @throws ValidationError otherwise. */
export function bound<Binding extends object>(owner: string, binding: Binding, functions: readonly string[]): Binding {
  const isBound = parseOptions(owner, binding, (fields) => functions.every((name) => typeof fields[name] === "function"));
  if (isBound) return binding;
  throw new ValidationError(owner, "", `a binding with ${functions.join(" and ")}`, describe(binding));
}

/** Returns the result of `find` for a client. @throws ValidationError if it is `undefined`, or reading the client throws. */
export function useOf<Use>(owner: string, name: string, expected: string, client: unknown, find: (client: any) => Use | undefined): Use {
  let received: string | undefined;
  try {
    const use = find(client);
    if (use) return use;
  } catch {
    received = "an object that throws";
  }
  throw new ValidationError(owner, name, expected, received ?? describe(client));
}
