// Prints sentences and JSON, colored on a terminal, without the token.

const isColored = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code) => (text) => (isColored ? `\x1b[${code}m${text}\x1b[0m` : text);
const [bold, dim, blue, green, red, yellow, cyan] = ["1", "2", "34", "32", "31", "33", "36"].map(paint);
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

/** Prints the sender, the receiver, the message, and its JSON. */
export function wire(from, to, what, value) {
  print(`\n  ${cyan(from)} ${dim("→")} ${cyan(to)}  ${what}`);
  print(`    ${json(value, "    ")}`);
}

/** Returns JSON, on one line if it fits. */
function json(value, indent) {
  const line = flat(value);
  if (line.length + indent.length <= WIDTH || typeof value !== "object" || value === null) return color(line);
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const members = Array.isArray(value)
    ? value.map((member) => json(member, deeper))
    : Object.entries(value).map(([name, member]) => `${blue(JSON.stringify(name))}: ${json(member, deeper)}`);
  return `${open}\n${members.map((member) => deeper + member).join(",\n")}\n${indent}${close}`;
}

function flat(value) {
  if (Array.isArray(value)) return `[${value.map(flat).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${flat(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** Colors names blue, strings green, and all other text yellow. */
function color(line) {
  if (!isColored) return line;
  return line.replace(/("(?:[^"\\]|\\.)*")(:?)|-?\d[\d.eE+-]*|true|false|null/g, (found, text, colon) =>
    colon ? blue(text) + colon : text ? green(text) : yellow(found),
  );
}
