// Takes the token out of whatever may be shown: messages, excerpts, stacks, causes.

/** Replaces the token in a text. */
export type Redact = (text: string) => string;

/**
 * A function that replaces the token and all its percent-encoded forms, also where only some characters are encoded
 * or where they are encoded more than once, as proxies and loggers do.
 */
export const redactor = (function (token: string): Redact {
  let pattern: RegExp | undefined;
  return (text) => {
    // Made at the first failure: most isolates never need it.
    pattern ??= new RegExp(Array.from(token, encodings).join(""), "g");
    return text.replace(pattern, "<token>");
  };
});

/** The pattern of a character of the token, which is visible ASCII. */
function encodings(character: string): string {
  const code = character.charCodeAt(0).toString(16);
  const anyCase = code.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`);
  return `(?:\\x${code}|%(?:25)*${anyCase})`;
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
