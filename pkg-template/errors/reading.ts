// Reads a text in every way in which its escapes and base64 may be decoded.
// How: src/policy/reading.rs, which passes the same vectors.
import { MAX_CODE, MAX_ESCAPED, MAX_PLAIN } from "../policy.js";
import { addEscapes, charOf } from "./escapes.js";
import { addLetter, type Letter, type Places } from "./letters.js";

/** The six bits of a digit of base64. */
const bitsOf = (digit: string): number => atob(`${digit.replace("-", "+").replace("_", "/")}A`).charCodeAt(0) >> 2;

/** The letters of a text and of its escapes. Other characters are left out. */
export function placesOf(text: string): Places {
  const places: Letter[][] = Array.from(text.matchAll(/[ -~]/g), ({ 0: char, index }, from) => [
    { char, from, to: from + 1, start: index!, end: index! + 1 },
  ]);
  places.push([]);
  for (let from = places.length; from-- > 0; ) addEscapes(places, from);
  return places;
}

/** The letters that base64 encodes, in the standard or the URL-safe alphabet, whichever letter begins a group of four. */
export function fromBase64(places: Places): Places {
  const digits = places.map((letters) => {
    const all = letters.filter(({ char }) => /[\w+/-]/.test(char)).map((letter) => ({ ...letter, bits: bitsOf(letter.char) }));
    const isEscape = ({ from, to }: Letter): boolean => to > from + 1;
    return [...all.filter(isEscape).slice(0, MAX_ESCAPED), ...all.filter((letter) => !isEscape(letter)).slice(0, MAX_PLAIN)];
  });
  // Each place becomes three: in front of the byte that begins in the first, the second or the third digit of a group.
  const decoded: Letter[][] = [];
  for (let from = 3 * places.length; from-- > 0; ) {
    decoded[from] = [];
    const byte = from % 3;
    for (const { bits, start, to } of digits[(from - byte) / 3]!) {
      for (const second of digits[to]!) {
        const code = (((bits << 6) | second.bits) >> (4 - 2 * byte)) & 255;
        // Not the bytes above ASCII, which most misreadings have.
        const char = charOf(code < 127 ? code : MAX_CODE);
        if (char !== undefined) addLetter(decoded, { char, from, to: byte < 2 ? 3 * to + byte + 1 : 3 * second.to, start, end: second.end });
      }
    }
    addEscapes(decoded, from);
  }
  return decoded;
}
