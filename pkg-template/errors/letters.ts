// The letters of a text, which is read from place to place. Why: src/policy/reading.rs.
import { MAX_LETTERS, MAX_SAME } from "../policy.js";

/** A place of a text: its index, and the UTF-16 units in front of it. */
export interface Place {
  readonly to: number;
  readonly end: number;
}

/** A visible ASCII character or a space, the place behind it, and the range of UTF-16 units that encode it. */
export interface Letter extends Place {
  readonly char: string;
  /** The index of the place in front of it. */
  readonly from: number;
  readonly start: number;
}

/**
 * The letters that can be read at each place, none at the end. Those that begin at a later place are read there, what is between
 * is left out.
 */
export type Places = readonly (readonly Letter[])[];

/** The places behind a text in lower case that can be read from some of the given places on. */
export function walk(places: Places, from: readonly Place[], text: string): readonly Place[] {
  for (const char of text) {
    const ends: Place[] = [];
    for (const { to } of from) {
      for (const letter of places[to]!) {
        if (letter.char.toLowerCase() === char && !ends.some((end) => end.to === letter.to)) ends.push(letter);
      }
    }
    from = ends;
  }
  return from;
}

/**
 * Adds a letter to those of its place, or those behind it if its character is left out. If there are too many already, the
 * longest replaces another one. Whether it was added.
 */
export function addLetter(places: readonly Letter[][], letter: Letter): boolean {
  const letters = places[letter.from]!;
  if (letter.char) return insert(letters, letter);
  for (const behind of places[letter.to]!) insert(letters, behind);
  return false;
}

function insert(letters: Letter[], letter: Letter): boolean {
  const same = letters.filter(({ char }) => char === letter.char);
  if (same.some(({ to }) => to === letter.to)) return false;
  const last = same[MAX_SAME - 1];
  const index = last ? letters.indexOf(last) : letters.length;
  if (last ? last.to > letter.to : index >= MAX_LETTERS) return false;
  letters[index] = letter;
  return true;
}
