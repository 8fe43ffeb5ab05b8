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

/** Cleans an error and its causes, which are errors of this package or copies. Returns the replacements. */
function clean(error: Error, redact: Redact): [string, string][] {
  const changes = error.cause instanceof Error ? clean(error.cause, redact) : [];
  const text = (original: string): string => {
    const shown = redact(original);
    if (shown !== original) changes.push([original, shown]);
    return shown;
  };
  const replaced = (text: string): string => changes.reduce((text, [original, shown]) => text.replaceAll(original, () => shown), text);
  const fields = error as unknown as Record<string, unknown>;
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string" && name !== "kind") fields[name] = text(value);
    else if (name === "parameters" && value instanceof Object) fields[name] = cleanedParameters(value, redact);
  }
  // The message consists of these texts. If one of them is withheld, the rest is still shown.
  const { message, stack } = error;
  const shown = redact(replaced(message));
  if (shown !== message) {
    changes.push([message, shown]);
    error.message = shown;
  }
  if (stack && !hasBrand(error)) error.stack = redact(replaced(stack));
  else if (stack && changes.length > 0) error.stack = replaced(stack);
  return changes;
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
