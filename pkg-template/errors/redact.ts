// Takes the token out of texts that may be shown: messages, excerpts, stacks, causes.
// The rule and its reasons: src/policy/redact.rs, which passes the same vectors.
import { LONG_SECRET, REDACTED, SHORT_PIECE } from "../policy.js";
import { type Letter, type Place, type Places, walk } from "./letters.js";
import { fromBase64, placesOf } from "./reading.js";
import type { Redact } from "./without-token.js";

/** UTF-16 units of a text that are searched; the rest is dropped. Errors show at most 4000 of them. */
const MAX_SEARCHED = 16_384;

/** Replaces a text that is not searched for the token. */
const WITHHELD = "(not searched for the token)";

/** A part of the token. */
interface Piece {
  /** In lower case. */
  readonly text: string;
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
    const pieces = piecesOf(token);
    const searched = text.slice(0, MAX_SEARCHED);
    /** The units of the text, of which those of a token are replaced. */
    const shown = searched.split("");
    const places = placesOf(searched);
    for (const read of [places, fromBase64(places)]) hide(searched, read, pieces, shown);
    return shown.filter((unit, index) => unit !== REDACTED || shown[index - 1] !== REDACTED).join("");
  };
}

/** The whole token, and its secret, which is the part behind the colon. */
function piecesOf(token: string): Piece[] {
  const text = token.toLowerCase().replace(/[^ -~]/g, "");
  const colon = text.indexOf(":") + 1;
  const secret = text.slice(colon);
  const isLong = secret.length >= LONG_SECRET;
  return [
    { text, isWord: false, isWeak: isWeak(text), least: colon > 0 ? colon + 1 : SHORT_PIECE },
    { text: isWeak(secret) && !isLong ? "" : secret, isWord: !isLong, isWeak: false, least: SHORT_PIECE },
  ];
}

const isWeak = (piece: string): boolean => piece.length < SHORT_PIECE || /^\d*$/.test(piece);

/** Replaces the units of every occurrence of the pieces, in any case. */
function hide(text: string, places: Places, pieces: readonly Piece[], shown: string[]): void {
  const letters = places.flatMap((some, from) => some.filter((letter) => letter.from === from));
  const behindBot = new Set(letters.flatMap((letter) => (letter.char === "/" ? walk(places, [letter], "bot").map(({ to }) => to) : [])));
  /** Whether only letters of words are close in front of a place. */
  const inWord: boolean[] = [];
  for (const letter of letters) inWord[letter.to] = inWord[letter.to] !== false && isInWord(letter) && places[letter.to]![0]?.start! <= letter.end;
  /** Whether no word goes on there. */
  const isWordEnd = ({ to, end }: Place): boolean => !places[to]!.length || places[to]!.some((next) => next.start > end || !isInWord(next));
  for (const letter of letters) {
    for (const { text: piece, isWord, isWeak, least } of pieces) {
      if (letter.char.toLowerCase() !== piece[0]) continue;
      let ends: readonly Place[] = [letter];
      let same = 1;
      for (let next; same < piece.length && (next = walk(places, ends, piece[same]!)).length; same++) ends = next;
      const isWhole = same === piece.length;
      for (const end of ends) {
        const isCut = !isWhole && isCutOff(text, letter.start, end.end);
        if (!isWhole && (same < least || !(isCut || same >= LONG_SECRET))) continue;
        const counts =
          isWeak || same < SHORT_PIECE ?
            isWordEnd(end) && behindBot.has(letter.from)
          : !isWord || (isWhole && isWordEnd(end) && !inWord[letter.from]);
        // Of an escape in JSON inside of JSON, all backslashes.
        let first = letter.start;
        while (text[letter.start] === "\\" && text[first - 1] === "\\") first--;
        if (counts) shown.fill(REDACTED, first, isCut ? undefined : end.end);
      }
    }
  }
}

const isInWord = ({ char }: Letter): boolean => /[\w-]/.test(char);

/** Whether a text is cut off: at its end, perhaps an ellipsis or a part of an escape, of up to 24 letters (one of JSON four times). */
const isCutOff = (text: string, start: number, end: number): boolean =>
  /^[^ -~]*([%\\&=.]([^ -~]*[ -~]){0,23}[^ -~]*)?$/.test(text.slice(end)) && !text.slice(start).includes(" ");

/** Levels of nesting in which texts are redacted; deeper values are left out. No field of the service nests deeper than three. */
const MAX_LEVELS = 8;

/** What each text counts in addition to its length. */
const TEXT_COST = 16;

/**
 * A copy of a parsed JSON value whose texts and keys are redacted: the first {@link MAX_SEARCHED} of them together, so that a
 * large answer takes no longer than a small one. The JSON text itself is never redacted, since a short token also stands in
 * numbers and names.
 */
export function redactValue(value: unknown, redact: Redact): unknown {
  let units = MAX_SEARCHED;
  const text = (given: string): string => ((units -= given.length + TEXT_COST) < 0 ? WITHHELD : redact(given));
  const copy = (value: unknown, depth: number): unknown => {
    if (typeof value === "string") return text(value);
    if (!(value instanceof Object)) return value;
    if (depth === 0) return undefined;
    if (Array.isArray(value)) return value.map((item) => copy(item, depth - 1));
    // Not by assignment, which would set the prototype for the key `__proto__`.
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [text(key), copy(field, depth - 1)]));
  };
  return copy(value, MAX_LEVELS);
}
