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

/**
 * A copy of a parsed JSON value whose texts and keys are redacted. The JSON text itself is never redacted, since a
 * short token also stands in numbers and names.
 */
export function redactValue(value: unknown, redact: Redact, depth = MAX_DEPTH): unknown {
  if (typeof value === "string") return redact(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) return undefined;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact, depth - 1));
  // Not by assignment, which would set the prototype for the key `__proto__`.
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [redact(key), redactValue(field, redact, depth - 1)]));
}
