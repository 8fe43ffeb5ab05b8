// Colors of a terminal. Other control sequences are dropped, not obeyed.

/** A part of a line, and its classes. */
export interface Span {
  readonly text: string;
  readonly style: string;
}

/** Any control sequence: CSI, OSC up to its end, and short ones. */
// eslint-disable-next-line no-control-regex
const SEQUENCE = /\u001b\[([0-9;:?<=>]*)[ -/]*([@-~])|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[PX^_][^\u001b]*(?:\u001b\\)?|\u001b[ -/]*[0-~]?|\u009b[0-9;]*[@-~]/g;
/** Control and bidirectional characters that remain. */
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const COLORS: Record<number, string> = { 0: "grey", 1: "red", 2: "green", 3: "yellow", 4: "blue", 5: "magenta", 6: "cyan", 7: "" };

/** Returns the parts of a line. */
export function spansOf(line: string): Span[] {
  const spans: Span[] = [];
  let [bold, dim, color, from] = [false, false, "", 0];
  const push = (text: string): void => {
    const shown = text.replace(CONTROLS, "");
    if (shown !== "") spans.push({ text: shown, style: [bold && "ansi-bold", dim && "ansi-dim", color && `ansi-${color}`].filter(Boolean).join(" ") });
  };
  for (const match of line.matchAll(SEQUENCE)) {
    push(line.slice(from, match.index));
    from = match.index + match[0].length;
    if (match[2] !== "m") continue;
    for (const code of (match[1] || "0").split(";").map(Number)) {
      if (code === 0) [bold, dim, color] = [false, false, ""];
      else if (code === 1) bold = true;
      else if (code === 2) dim = true;
      else if (code === 22) [bold, dim] = [false, false];
      else if (code === 39) color = "";
      else if (code >= 30 && code <= 37) color = COLORS[code - 30] ?? "";
      else if (code >= 90 && code <= 97) color = COLORS[code - 90] ?? "";
    }
  }
  push(line.slice(from));
  return spans;
}

/** A line without colors. */
export const plainText = (line: string): string => spansOf(line).map(({ text }) => text).join("");
