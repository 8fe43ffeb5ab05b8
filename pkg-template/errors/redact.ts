// Keeps the token out of texts that may be shown. The rules are those of src/policy/redact.rs, which passes the same vectors.
import { MIN_SECRET, REDACTED, WITHHELD } from "../policy.js";

/** A text without the token, or a note where the token is suspected in another spelling. */
export type Redact = (text: string) => string;

/** The part of a text that is searched, in UTF-16 units; the rest is dropped. */
const MAX_SEARCHED = 4096;
/** How often tags are cut and escapes are decoded. */
const MAX_READINGS = 20;
/** The number of consecutive characters of a secret that cannot be a coincidence. */
const WINDOW = 8;

/** Markup that may split a token. */
const TAG = /<!\[CDATA\[|<[^<>]*>/g;
/** Escapes of URLs, JSON, source code, HTML and quoted-printable. Bounded repetitions keep the search linear. */
const ESCAPE =
  /(?:%u|\\{1,8}u(?:0000)?|u\+)([\da-f]{4})|\\{1,8}u\{0*([\da-f]{1,6})\}|&#x0*([\da-f]{1,6})(?:;|(?![\da-f%=\\]))|&#0*(\d{1,7})(?:;|(?![\d%=\\]))|\\{1,8}([0-7]{3})|(?:%|=|0x|\\{1,8}x?)([\da-f]{2})|\\{1,8}[nrt]|&([a-z][a-z\d]+);/gi;
/** A character of several bytes, read as bytes. */
const UTF_8 = /[\xc2-\xf4][\x80-\xbf]+/g;
/** Visible characters in a row. Fewer are visible by chance. */
const VISIBLE = /(?:[\t\n\r -~]|[\xc2-\xf4][\x80-\xbf]+){6,}/g;
/** The same in hexadecimal. */
const HEX = /(?:[2-7][\da-f]|0[09ad]|[c-f][\da-f](?:[89ab][\da-f])+){6,}/gi;
/** Names of characters that begin an escape or a tag. The others are punctuation, which is ignored. */
const NAMED: Readonly<Record<string, string | null>> = { __proto__: null, amp: "&", lt: "<", gt: ">", percnt: "%", num: "#", bsol: "\\" };

/** Returns a function that replaces the literal token, and withholds texts that may contain it in another spelling. */
export function redactor(token: string): Redact {
  let literal: RegExp | undefined;
  let parts: RegExp | undefined;
  return (text) => {
    literal ??= literalOf(token);
    parts ??= partsOf(token);
    const shown = text.slice(0, MAX_SEARCHED).replace(literal, `$1${REDACTED}`);
    return parts && isSuspect(shown, parts, 2) ? WITHHELD : shown;
  };
}

/**
 * Finds the token and its secret, even if they are cut off, by their beginning and the characters of the token that follow. The
 * first group is kept. A short token is only found as a whole word, and one without a colon only in a URL of the service,
 * because it may be an ordinary word or number.
 */
function literalOf(token: string): RegExp {
  const chars = Array.from(token, spellingsOf);
  const colon = token.indexOf(":") + 1;
  const beginning = (start: number, least: number): string => chars.slice(start, start + least).join("");
  if (token.length < 6 || /^\d{1,10}$/.test(token)) {
    return new RegExp(`(${spellingsOf("/")}bot${colon ? "|^|[^\\w-]" : ""})${chars.join("")}(?![\\w-])`, "gi");
  }
  const either = [beginning(0, colon ? Math.max(colon + 1, 6) : MIN_SECRET)];
  if (token.length - colon >= MIN_SECRET) either.push(beginning(colon, MIN_SECRET));
  return new RegExp(`()(?:${either.join("|")})(?:${[...new Set(chars)].join("|")})*`, "gi");
}

/** Returns the pattern of a character that may be percent-encoded, even several times, or JSON-escaped. */
const spellingsOf = (char: string): string =>
  `(?:${/\w/.test(char) ? char : `\\${char}`}|(?:%(?:25)*|\\\\{1,8}u00)${char.charCodeAt(0).toString(16)})`;

/** Finds parts of the secret among letters in lower case. `undefined` for a short secret, whose parts may be ordinary words. */
function partsOf(token: string): RegExp | undefined {
  const letters = lettersOf(token.slice(token.indexOf(":") + 1));
  if (letters.length < MIN_SECRET) return undefined;
  // Each longer part of at least 11 letters contains one of these.
  const windows = [letters.slice(-WINDOW)];
  for (let at = 0; at < letters.length - WINDOW; at += WINDOW / 2) windows.push(letters.slice(at, at + WINDOW));
  const parts = windows.filter((window) => /\D/.test(window));
  const number = /^[^:]*(\d{5}):/.exec(token)?.[1];
  if (number) parts.push(number + letters.slice(0, 3));
  // Fewer letters are enough at the end, where a text may be cut off.
  parts.push(`${letters.slice(0, 5)}.{0,11}$`);
  return new RegExp(parts.join("|"));
}

/** Returns whether the text may spell the secret, with any characters between its letters. */
function isSuspect(text: string, parts: RegExp, depth: number): boolean {
  // Grows while it is iterated.
  const readings = new Set([fold(text)]);
  for (const reading of readings) {
    if (parts.test(lettersOf(reading)) || (depth > 0 && decoded(reading).some((text) => isSuspect(text, parts, depth - 1)))) return true;
    if (readings.size < MAX_READINGS) readings.add(reading.replace(TAG, "")).add(unescaped(reading));
  }
  return false;
}

const lettersOf = (text: string): string => text.replace(/[^a-z\d]+/gi, "").toLowerCase();

/** Returns the visible ASCII characters of a text, also from full-width letters and the like, and from UTF-8 read as bytes; spaces for others. */
function fold(text: string): string {
  if (/[^\0-\x7f]/.test(text)) text = text.replace(UTF_8, (bytes) => new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))).normalize("NFKD");
  return text.replace(/[^ -~]+/g, " ");
}

/** Decodes escapes once, even if spaces break them. Returns text without escapes unchanged. */
function unescaped(text: string): string {
  const dense = text.replaceAll(" ", "");
  const next = dense.replace(ESCAPE, unescape);
  return next === dense ? text : fold(next);
}

const unescape = (_: string, unit?: string, point?: string, entity?: string, decimal?: string, octal?: string, byte?: string, name = ""): string => {
  const code = decimal ? Number(decimal) : octal ? parseInt(octal, 8) : parseInt(unit ?? point ?? entity ?? byte ?? "0", 16);
  return NAMED[name.toLowerCase()] ?? (code <= 0x10ffff ? String.fromCodePoint(code) : "");
};

/** Decodes base64, hexadecimal and lists of decimal codes, from each digit that may come first in its group. */
function decoded(text: string): string[] {
  const texts: string[] = [];
  // The last digits may lack the rest of their group.
  const base64 = `${text.replace(/[^\w+/-]+/g, "").replaceAll("-", "+").replaceAll("_", "/")}AAA`;
  for (let at = 0; at < 4 && at + WINDOW < base64.length; at++) {
    const bytes = atob(base64.slice(at, base64.length - ((base64.length - at) % 4))).replaceAll("\0", "");
    texts.push(bytes.match(VISIBLE)?.join(" ") ?? "");
  }
  const hex = text.replace(/[^\da-f]+/gi, "").match(HEX) ?? [];
  const codes = `${text.replace(/\D+0*/g, ",")},`.match(/(?:(?:9|1[03]|3[2-9]|[4-9]\d|1[01]\d|12[0-6]),){6,}/g) ?? [];
  const characters = (numbers: string[], radix: number): string => numbers.map((number) => String.fromCharCode(parseInt(number, radix))).join("");
  for (const run of hex) for (const digits of [run, run.slice(1)]) texts.push(characters(digits.match(/../g)!, 16).replaceAll("\0", ""));
  for (const run of codes) texts.push(characters(run.match(/\d+/g)!, 10));
  return texts;
}
