// Foreign texts in messages: without characters that break lines, steer a terminal or turn the direction of a text.

/** The longest message or stack of an error, in characters. */
export const LONGEST = 4000;

/** Control characters, line separators and marks of direction; not the joiners that emoji need. */
const CONTROLS = "[\\p{Cc}\\u2028-\\u202e\\u2066-\\u2069]+";

/** Returns a foreign text as one line that can be printed. */
export const printable = (text: string, lineEnd = " "): string =>
  text.replace(new RegExp(CONTROLS, "gu"), (run) => (run.includes("\n") ? lineEnd : " "));
