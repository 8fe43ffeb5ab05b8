// Removes the token from all errors that calls, deliveries, polling and downloads throw.
import { hasBrand } from "./guards.js";
import { plainError } from "./plain-error.js";
import { printable } from "./printable.js";
import type { Redact } from "./redact.js";

/** The part of a bot's state that keeps its token out of texts. */
export interface Cleaner {
  readonly redact: Redact;
}

/** Removes the token from an error of botwire, in place, and returns it. Without a bot, and for other values, nothing changes. */
export function cleaned<T>(error: T, core: Cleaner | undefined): T {
  if (core && hasBrand(error)) clean(error, core.redact);
  return error;
}

/** Writes an error to the console, where a program has no `onError`. */
export function logError(error: unknown, { redact }: Cleaner): void {
  const shown = hasBrand(error) ? error : plainError(error);
  if (shown) clean(shown, redact);
  console.error(shown);
}

/** Cleans the texts of an error and of its causes, which are errors of this package or copies. */
function clean(error: Error, redact: Redact): void {
  if (error.cause instanceof Error) clean(error.cause, redact);
  const fields = error as unknown as Record<string, unknown>;
  for (const name of [...Object.keys(error), "message", "stack"]) {
    const value = fields[name];
    if (typeof value === "string" && name !== "kind") fields[name] = redact(value);
    else if (name === "parameters" && value instanceof Object) fields[name] = cleanedParameters(value, redact);
  }
}

/**
 * Returns a copy of parsed parameters without the token. The numbers that programs use always remain: the token may be one of
 * their names, or the rest too long to be searched, or withheld.
 */
function cleanedParameters(parameters: object, redact: Redact): unknown {
  const numbers = Object.fromEntries(Object.entries(parameters).filter(([name, value]) => /^(retry_after|migrate_to_chat_id)$/.test(name) && typeof value === "number"));
  try {
    return Object.assign(JSON.parse(redact(JSON.stringify(parameters)), (_, value) => (typeof value === "string" ? printable(value) : value)), numbers);
  } catch {
    return numbers;
  }
}
