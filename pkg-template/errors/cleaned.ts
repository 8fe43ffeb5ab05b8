// The one door of errors: what a call, a delivery, polling and a download throw leaves without the token.
import { isBotwireError } from "./guards.js";
import { plainError } from "./plain-error.js";
import { printable } from "./printable.js";
import type { Redact } from "./redact.js";

/** The part of a bot's state that keeps its token out of texts. */
export interface Cleaner {
  readonly redact: Redact;
}

/** Takes the token out of an error of botwire, in place, unless there is no bot. Returns other values as they are. */
export function cleaned<T>(error: T, core: Cleaner | undefined): T {
  if (core && isBotwireError(error)) clean(error, core.redact);
  return error;
}

/** Writes an error to the console, where a program has no `onError`. */
export function logError(error: unknown, { redact }: Cleaner): void {
  const shown = isBotwireError(error) ? error : plainError(error);
  if (shown) clean(shown, redact);
  console.error(shown);
}

/** A text without the token. */
export const cleanedText = (text: string, { redact }: Cleaner): string => redact(text);

/** Cleans an error and its causes, each of which is one of this package or a copy. Returns what was replaced. */
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
  // It is made of these texts: where one of them is withheld, the rest of the message is shown.
  const { message, stack } = error;
  const shown = redact(replaced(message));
  if (shown !== message) {
    changes.push([message, shown]);
    error.message = shown;
  }
  if (stack && !isBotwireError(error)) error.stack = redact(replaced(stack));
  else if (stack && changes.length > 0) error.stack = replaced(stack);
  return changes;
}

/**
 * A copy of parsed parameters without the token. If they are too long to be searched, or withheld, the numbers that programs act upon
 * remain.
 */
function cleanedParameters(parameters: object, redact: Redact): unknown {
  try {
    return JSON.parse(redact(JSON.stringify(parameters)), (_, value) => (typeof value === "string" ? printable(value) : value));
  } catch {
    return Object.fromEntries(Object.entries(parameters).filter(([name, value]) => /^(retry_after|migrate_to_chat_id)$/.test(name) && typeof value === "number"));
  }
}
