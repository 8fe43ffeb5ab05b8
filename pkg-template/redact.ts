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
