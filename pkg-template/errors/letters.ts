// Decodes a text: resolves its escapes and base64, and keeps the position of each decoded character in the text.
// What is resolved and why: src/policy/letters.rs, which passes the same vectors.

/** A visible ASCII character or a space, and the range of UTF-16 units that encode it. Other characters are dropped. */
export interface Letter {
  readonly char: string;
  readonly start: number;
  readonly end: number;
  /** Whether it was written as a backslash escape in JSON text that is itself inside JSON text. */
  readonly isEscaped?: boolean;
}

/** The character of an escape, empty if it is dropped, and how many letters after the first one belong to the escape. */
type Escape = readonly [char: string, length: number];

/** Names of HTML entities, each followed by its character, or by nothing if the character has no width. */
const ENTITIES =
  "amp& colon: lowbar_ underbar_ hyphen- dash- equals= percnt% num# bsol\\ sol/ period. quot\" apos' shy zwj zwnj zerowidthspace newline".split(" ");
const LONGEST_ENTITY = 15;

/** A shorter run is not taken for base64, nor one that begins like an ordinary word: with small letters only. */
const BASE64_BEGINS = /(?=[\w+/-]{0,7}[A-Z\d+/-])[\w+/-]{8}/y;
/** Both alphabets: the last two letters are those of the URL-safe one. */
const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_";

const charOf = (code: number): string => (code > 31 && code < 127 ? String.fromCharCode(code) : "");

/** The letters of a text, its escapes as they are. */
export const lettersOf = (text: string): Letter[] =>
  Array.from(text.matchAll(/[ -~]/g), ({ 0: char, index }) => ({ char, start: index!, end: index! + 1 }));

/**
 * The letters with their escapes resolved, however deep they are nested; at level 0 as they are. Quoted-printable is resolved
 * one time less in a row than the level says. It goes from the last letter to the first, which takes linear time.
 */
export function resolve(letters: readonly Letter[], level: number, isJsonInJson: boolean): readonly Letter[] {
  if (level === 0) return letters;
  const resolved: Letter[] = [];
  for (let index = letters.length; index-- > 0; ) {
    let letter = letters[index]!;
    for (let left = level, found; left > 0 && (found = escapeOf(letter, resolved, left)); ) {
      const { char, start }: Letter = letter;
      if (char === "=") left--;
      const [last = letter]: Letter[] = resolved.splice(resolved.length - found[1]);
      letter = { char: found[0], start, end: last.end, isEscaped: letter.isEscaped || (isJsonInJson && char === "\\") };
    }
    if (letter.char) resolved.push(letter);
  }
  return resolved.reverse();
}

/** The escape that a letter begins; the letters after it stand in `ahead`, the next of them last. */
function escapeOf({ char, end }: Letter, ahead: readonly Letter[], level: number): Escape | undefined {
  const next = ahead.at(-1);
  const at = (index: number): string => ahead.at(-1 - index)?.char ?? "";
  /** Reads `count` digits, or any number of digits with an optional `;` or `}` after them. */
  const number = (from: number, radix: number, count?: number): Escape | undefined => {
    let code = 0;
    let index = from;
    let width = Infinity;
    for (let digit; index - from !== count && (digit = parseInt(at(index), radix)) >= 0; index++) {
      const { start, end } = ahead.at(-1 - index)!;
      const longer = code * radix + digit;
      // An escape of its own writes this digit, and nothing ends the number: the digit belongs to the next character.
      if (end - start > width && longer > 126) break;
      width = end - start;
      code = longer >>> 0;
    }
    const isWhole = index - from === count;
    if (index === from || (count && !isWhole)) return undefined;
    return [charOf(code), !count && /[;}]/.test(at(index)) ? index + 1 : index];
  };
  const first = at(0);
  if (char === "%") return /u/i.test(first) ? number(1, 16, 4) : number(0, 16, 2);
  if (char === "=" && level > 1) {
    // A soft line break, which is dropped already.
    if (!next || next.start > end) return ["", 0];
    const found = number(0, 16, 2);
    return found?.[0] ? found : undefined;
  }
  if (char === "\\" && next) {
    if (next.isEscaped) return [first, 1];
    if (first === "u") return at(1) === "{" ? number(2, 16) : number(1, 16, 4);
    return first === "x" ? number(1, 16, 2) : [/[bfnrtv]/.test(first) ? "" : first, 1];
  }
  if (char !== "&") return undefined;
  if (first === "#") return /x/i.test(at(1)) ? number(2, 16) : number(1, 10);
  if (!/[a-z]/i.test(first)) return undefined;
  const text = ahead.slice(-LONGEST_ENTITY).map(({ char }) => char).reverse().join("").toLowerCase();
  for (const entity of ENTITIES) {
    const name = entity.replace(/[^a-z]/, "");
    if (text.startsWith(name)) return [entity.slice(name.length), name.length + (text[name.length] === ";" ? 1 : 0)];
  }
  return undefined;
}

/**
 * The letters with each run of base64 decoded, in the standard or the URL-safe alphabet; nothing without such a run.
 *
 * @param text - The letters as text.
 * @param phase - How many letters of a run come before the first whole group of four.
 */
export function fromBase64(letters: readonly Letter[], text: string, phase: number): Letter[] | undefined {
  const decoded: Letter[] = [];
  let run = 0;
  let bits = 0;
  let start = 0;
  let hasRun = false;
  letters.forEach((letter, index) => {
    const digit = BASE64.indexOf(letter.char);
    BASE64_BEGINS.lastIndex = index;
    if (digit < 0) {
      run = 0;
      decoded.push(letter);
    } else if (run > 0 || BASE64_BEGINS.test(text)) {
      hasRun = true;
      bits = (bits << 6) | (digit > 63 ? digit - 2 : digit);
      // The first letter of a group gives no byte yet.
      const place = run < phase ? 0 : (run - phase) % 4;
      const char = place > 0 && charOf((bits >> (6 - 2 * place)) & 255);
      if (char) decoded.push({ char, start, end: letter.end });
      start = letter.start;
      run++;
    }
  });
  return hasRun ? decoded : undefined;
}
