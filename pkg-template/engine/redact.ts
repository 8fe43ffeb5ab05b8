// Takes the token out of texts that may be shown: messages, excerpts, stacks, causes.
import type { Redact } from "../errors/without-token.js";
import { redactToken } from "./functions.js";

/** UTF-16 units of a text that are searched; the rest is dropped. Errors show at most 4000 of them. */
const MAX_UNITS = 16_384;

/** Replaces a text in which the engine could not search for the token. */
const WITHHELD = "(a text that could not be searched for the token)";

/** A function that replaces the token, as `src/policy/redact.rs` describes. */
export function redactor(token: string): Redact {
  return (text) => {
    try {
      return redactToken(text.slice(0, MAX_UNITS), token);
    } catch {
      return WITHHELD;
    }
  };
}

/** Levels of nesting in which texts are redacted; deeper values are left out. No field of the service nests deeper than three. */
const MAX_DEPTH = 8;

/** What a text costs beside its length. */
const TEXT_COST = 16;

/**
 * A copy of a parsed JSON value whose texts and keys are redacted: the first {@link MAX_UNITS} of them together, so that a
 * large answer takes no longer than a small one. The JSON text itself is never redacted, since a short token also stands in
 * numbers and names.
 */
export function redactValue(value: unknown, redact: Redact): unknown {
  let units = MAX_UNITS;
  const text = (given: string): string => ((units -= given.length + TEXT_COST) < 0 ? WITHHELD : redact(given));
  const copy = (value: unknown, depth: number): unknown => {
    if (typeof value === "string") return text(value);
    if (!(value instanceof Object)) return value;
    if (depth === 0) return undefined;
    if (Array.isArray(value)) return value.map((item) => copy(item, depth - 1));
    // Not by assignment, which would set the prototype for the key `__proto__`.
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [text(key), copy(field, depth - 1)]));
  };
  return copy(value, MAX_DEPTH);
}
