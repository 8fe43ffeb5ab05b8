// The escapes that may write a character. Which and why: src/policy/escapes.rs.
import { ESCAPES, MAX_CODE, MAX_OPENERS } from "../policy.js";
import { addLetter, type Letter, type Place, type Places, walk } from "./letters.js";

let escapes: readonly RegExpExecArray[] | undefined;

/** The character of a code; empty if it is left out: NUL, line breaks, bytes of UTF-8, characters of no width. */
export function charOf(code: number): string | undefined {
  const char = String.fromCharCode(code);
  if (/[ -~]/.test(char)) return char;
  return /[\0\t\n\r\x7f-\xff\u200b-\u206f\ufeff]/.test(char) ? "" : undefined;
}

/** Adds to the letters of a place those that escapes encode. Later places are complete: they may write parts of an escape. */
export function addEscapes(places: Letter[][], from: number): void {
  /** Letters that may begin an escape. Grows while it is walked along. */
  const open: Letter[] = [];
  const openWith = (letter: Letter): void => {
    if (open.length < MAX_OPENERS && /[%&\\=]/.test(letter.char)) open.push(letter);
  };
  for (const letter of places[from]!) if (letter.from === from) openWith(letter);
  for (const { char, start, end, to } of open) {
    const add = (char: string | undefined, { to, end }: Place): void => {
      if (char === undefined) return;
      const letter = { char, from, to, start, end };
      if (addLetter(places, letter)) openWith(letter);
    };
    // A backslash without need, or a soft line break, which is left out already.
    if (char === "\\" || (char === "=" && places[to]!.some((next) => next.from > to || next.start > end))) add("", { to, end });
    // Taken apart at the first error, not in a cold start.
    escapes ??= [...ESCAPES.matchAll(/(\S+?)([^a-z]?)( |$)/g)];
    for (const [, text = "", ending = ""] of escapes) {
      if (text[0] !== char) continue;
      const ends = walk(places, [{ to, end }], text.slice(1));
      if (/\d/.test(ending)) addNumbers(places, ends, text === "&#" ? 10 : 16, Number(ending), add);
      else for (const end of behind(places, ends)) add(ending, end);
    }
  }
}

/** The places behind what ends an escape, which may be missing. */
function behind(places: Places, ends: readonly Place[]): readonly Place[] {
  const found = [";", "}"].flatMap((char) => walk(places, ends, char));
  return found.length ? found : ends;
}

/** Adds the characters whose codes can be read from the given places on. A code of the length 0 has any number of digits. */
function addNumbers(
  places: Places,
  from: readonly Place[],
  radix: number,
  length: number,
  add: (char: string | undefined, end: Place) => void,
): void {
  const keyOf = (place: Place, code: number): number => place.to * (MAX_CODE + 1) + code;
  let found = new Map(from.map((place) => [keyOf(place, 0), place]));
  for (let digits = 0; found.size; digits++) {
    const longer = new Map<number, Place>();
    for (const [key, place] of found) {
      const code = key % (MAX_CODE + 1);
      const letters = length && digits === length ? [] : places[place.to]!;
      let isOver = !letters.length;
      for (const letter of letters) {
        const digit = parseInt(letter.char, radix);
        if (digit >= 0) longer.set(keyOf(letter, Math.min(code * radix + digit, MAX_CODE)), letter);
        else isOver = true;
      }
      if (!isOver || digits < (length || 1)) continue;
      for (const end of length ? [place] : behind(places, [place])) add(charOf(code), end);
    }
    found = longer;
  }
}
