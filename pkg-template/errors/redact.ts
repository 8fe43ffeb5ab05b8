// Takes the token out of texts that may be shown: messages, excerpts, stacks, causes.
// The rule and its reasons: src/policy/redact.rs, which passes the same vectors.
import { fromBase64, type Letter, lettersOf, resolve } from "./letters.js";
import type { Redact } from "./without-token.js";

/** UTF-16 units of a text that are searched; the rest is dropped. Errors show at most 4000 of them. */
const MAX_UNITS = 16_384;

/** Replaces a text that is not searched for the token. */
const WITHHELD = "(not searched for the token)";

/** A shorter piece may occur in ordinary texts, so it is redacted only in the service's URLs, behind `/bot`. */
const SHORT = 6;

/** A secret of this length occurs in no text by chance, so it is redacted anywhere. A shorter one is redacted as a whole word. */
const LONG = 16;

/** The longest escape that may be cut in the middle: `&underba`. */
const LONGEST_ESCAPE = 8;

/** A part of the token. */
interface Piece {
  readonly letters: readonly Letter[];
  /** Whether it is redacted as a whole word only. */
  readonly isWord: boolean;
  /** Whether it is redacted behind `/bot` only. */
  readonly isWeak: boolean;
  /** How many letters of a piece that is cut off are enough to redact it. */
  readonly least: number;
}

/** A function that replaces the token. */
export function redactor(token: string): Redact {
  return (text) => {
    const searched = text.slice(0, MAX_UNITS);
    /** 1 for each unit that is hidden. */
    const hidden = new Uint8Array(searched.length);
    search(lettersOf(searched), piecesOf(token), false, hidden);
    let shown = "";
    for (let index = 0; index < searched.length; index++) {
      if (!hidden[index]) shown += searched[index];
      else if (!hidden[index - 1]) shown += "<token>";
    }
    return shown;
  };
}

/** The whole token, and its secret, which is the part behind the colon. */
function piecesOf(token: string): Piece[] {
  const colon = token.indexOf(":") + 1;
  const secret = token.slice(colon);
  const isLong = secret.length >= LONG;
  return [
    { letters: lettersOf(token), isWord: false, isWeak: isWeak(token), least: colon > 0 ? colon + 1 : SHORT },
    { letters: lettersOf(isWeak(secret) && !isLong ? "" : secret), isWord: !isLong, isWeak: false, least: SHORT },
  ];
}

const isWeak = (piece: string): boolean => piece.length < SHORT || /^\d*$/.test(piece);

/** Marks every occurrence of the pieces as hidden, in any escapes. */
function search(given: readonly Letter[], pieces: readonly Piece[], inBase64: boolean, hidden: Uint8Array): void {
  let resolved: readonly Letter[] = [];
  for (let round = 0; round < 7; round++) {
    const isJsonInJson = round > 3;
    const level = isJsonInJson ? round - 3 : round;
    let text = level < 2 ? given : resolved;
    if (level > 0) {
      const { length } = text;
      // Where there is nothing more to resolve, nothing else is found. From the second level on, only equals signs are.
      if (!(level < 2 ? /[%&\\=]/ : /=/).test(textOf(text))) continue;
      resolved = resolve(given, level, isJsonInJson);
      if (resolved.length === length) continue;
      text = resolved;
    }
    const chars = textOf(text);
    // The token may look like an escape, so the same escapes are resolved in the token.
    for (const piece of pieces) hide(text, chars, textOf(resolve(piece.letters, level, isJsonInJson)), piece, hidden);
    for (let phase = 0; phase < 4 && !inBase64; phase++) {
      const decoded = fromBase64(text, chars, phase);
      if (!decoded) break;
      search(decoded, pieces, true, hidden);
    }
  }
}

const textOf = (letters: readonly Letter[]): string => letters.map(({ char }) => char).join("");

/** Marks every occurrence of one piece as hidden, in any case. */
function hide(letters: readonly Letter[], chars: string, shape: string, { isWord, isWeak, least }: Piece, hidden: Uint8Array): void {
  const text = chars.toLowerCase();
  const piece = shape.toLowerCase();
  for (let at = -1; piece && (at = text.indexOf(piece[0]!, at + 1)) >= 0; ) {
    let same = 1;
    while (same < piece.length && text[at + same] === piece[same]) same++;
    const end = at + same;
    const isWhole = same === piece.length;
    if (!isWhole && (same < least || !isEnd(text, at, end))) continue;
    const ends = !continues(letters[end - 1], letters[end]);
    const counts =
      isWeak || same < SHORT ? ends && text.slice(Math.max(0, at - 4), at) === "/bot"
      : !isWord || (isWhole && ends && !continues(letters[at - 1], letters[at]));
    if (counts) hidden.fill(1, letters[at]!.start, isWhole ? letters[end - 1]!.end : undefined);
  }
}

/** Whether the text ends there, perhaps in the middle of an escape or with an ellipsis. */
const isEnd = (text: string, at: number, end: number): boolean =>
  text.length <= end + LONGEST_ESCAPE && /^([%\\&=.]|$)/.test(text.slice(end)) && !text.slice(at).includes(" ");

/** Whether two letters are adjacent parts of one word. */
const continues = (one: Letter | undefined, other: Letter | undefined): unknown =>
  one && one.end === other?.start && /^[\w-]{2}$/.test(one.char + other.char);

/** Levels of nesting in which texts are redacted; deeper values are left out. No field of the service nests deeper than three. */
const MAX_DEPTH = 8;

/** What each text counts in addition to its length. */
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
