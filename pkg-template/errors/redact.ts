// Keeps the token out of texts that may be shown. src/policy/redact.rs has the same rules and passes the same vectors.
import { MIN_SECRET, REDACTED, SECRET_WINDOW as WINDOW, WITHHELD } from "../policy.js";

/** A text without the token, or a note where the token is suspected in another spelling. */
export type Redact = (text: string) => string;

/** The part of a text that is searched, in UTF-16 units; the rest is dropped. */
const MAX_SEARCHED = 4096;

/** Returns a function that replaces the token, also if it is escaped, and withholds texts that contain it in base64 or broken up. */
export function redactor(token: string): Redact {
  // Most isolates show no error.
  let secret: string | undefined;
  let pattern: RegExp | undefined;
  return (text) => {
    const shown = text.slice(0, MAX_SEARCHED).replace((pattern ??= patternOf(token)), `$1${REDACTED}`);
    const letters = (secret ??= lettersOf(token.slice(token.indexOf(":") + 1)));
    return letters.length >= MIN_SECRET && [shown, ...fromBase64(shown)].some((reading) => isSuspect(lettersOf(reading), letters)) ? WITHHELD : shown;
  };
}

/**
 * Finds the token and its secret, even if they are cut off, by their beginning and the characters of the token that follow. The
 * first group is kept. A short token may be an ordinary word or number, so it is only found in a URL of the service.
 */
function patternOf(token: string): RegExp {
  const chars = Array.from(token, spellingsOf);
  const colon = token.indexOf(":") + 1;
  const beginning = (start: number, least: number): string => chars.slice(start, start + least).join("");
  const before = token.length < 6 || /^\d{1,10}$/.test(token) ? `${spellingsOf("/")}bot` : "";
  const number = beginning(0, colon ? Math.max(colon + 1, 6) : MIN_SECRET);
  const secret = token.length - colon < MIN_SECRET ? number : beginning(colon, MIN_SECRET);
  return new RegExp(`(${before})(?:${number}|${secret})(?:${chars.join("|")})*`, "gi");
}

/** Returns the pattern of a character that may be escaped for a URL, for JSON or for HTML, even several times. */
function spellingsOf(char: string): string {
  const code = char.charCodeAt(0);
  const hex = code.toString(16);
  return `(?:\\x${hex}|(?:%(?:25){0,4}|\\\\{1,8}u00)${hex}|&(?:amp;){0,4}#(?:0{0,5}${code}|x0{0,5}${hex});?)`;
}

/** Returns the letters and digits, because other characters between those of a token do not hide it. */
const lettersOf = (text: string): string => text.replace(/[^a-z\d]+/gi, "").toLowerCase();

/** Returns whether the letters contain a part of the secret. Each part of at least 11 letters contains one of those that are searched. */
function isSuspect(letters: string, secret: string): boolean {
  for (let at = secret.length - WINDOW; at >= 0; at -= WINDOW / 2) if (letters.includes(secret.slice(at, at + WINDOW))) return true;
  return false;
}

/** Decodes base64 from each character that may be the first of its group. The last ones may lack the rest of theirs. */
function fromBase64(text: string): string[] {
  const digits = `${text.replace(/[^\w+/-]+/g, "").replaceAll("-", "+").replaceAll("_", "/")}AAA`;
  return [0, 1, 2, 3].map((at) => atob(digits.slice(at, digits.length - ((digits.length - at) % 4))));
}
