// The one door of errors: what a call, a delivery, polling and a download throw leaves without the token.
import { WITHHELD } from "../policy.js";
import { isBotwireError } from "./guards.js";
import { plainError } from "./plain-error.js";
import { printable } from "./printable.js";
import type { Redact } from "./redact.js";

/** The part of a bot's state that keeps its token out of texts. */
export interface Cleaner {
  readonly redact: Redact;
}

/** Levels of nesting of parameters; deeper values are left out. No field of the service nests deeper than three. */
const MAX_LEVELS = 8;
/** UTF-16 units of all texts of parameters together. */
const MAX_TEXTS = 16_384;
/** The cost of each text in addition to its length. */
const TEXT_COST = 16;

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
 * A copy of parsed parameters whose texts and names are cleaned: the first {@link MAX_TEXTS} of them together, so that a large answer
 * takes no longer than a small one.
 */
function cleanedParameters(parameters: object, redact: Redact): unknown {
  let units = MAX_TEXTS;
  const text = (original: string): string => ((units -= original.length + TEXT_COST) < 0 ? WITHHELD : printable(redact(original)));
  const copy = (value: unknown, depth: number): unknown => {
    if (typeof value === "string") return text(value);
    if (!(value instanceof Object)) return value;
    if (depth === 0) return undefined;
    if (Array.isArray(value)) return value.map((item) => copy(item, depth - 1));
    // Not by assignment, which would set the prototype for the key `__proto__`.
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [text(key), copy(field, depth - 1)]));
  };
  // Programs act upon these numbers, so they stay even where the rest is withheld.
  const numbers = Object.entries(parameters).filter(([name, value]) => /^(retry_after|migrate_to_chat_id)$/.test(name) && typeof value === "number");
  return Object.assign(copy(parameters, MAX_LEVELS) as object, Object.fromEntries(numbers));
}
