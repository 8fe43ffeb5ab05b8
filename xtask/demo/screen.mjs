// Prints sentences and values, colored on a terminal, without the token.

import { inspect } from "node:util";

const isColored = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code) => (text) => (isColored ? `\x1b[${code}m${text}\x1b[0m` : text);
const [bold, dim, green, red, cyan] = ["1", "2", "32", "31", "36"].map(paint);
const WIDTH = 96;

let secrets = [];

/** Hides strings from now on, such as the token and the path of the webhook: they are printed as `…`. */
export function hide(...texts) {
  secrets = texts;
}

function print(text) {
  for (const secret of secrets) text = text.replaceAll(secret, "…").replaceAll(encodeURIComponent(secret), "…");
  console.log(text);
}

export const title = (text) => print(`\n${bold(text)}`);
export const say = (text) => print(`  ${text}`);
export const bad = (text) => print(`  ${red("✗")} ${text}`);
export const good = (text) => print(`  ${green("✓")} ${text}`);

/** Prints the sender, the receiver, the message, and its content. */
export function wire(from, to, what, value) {
  print(`\n  ${cyan(from)} ${dim("→")} ${cyan(to)}  ${what}`);
  const shown = inspect(value, { colors: isColored, depth: Infinity, breakLength: WIDTH });
  print(shown.replace(/^/gm, "    "));
}
