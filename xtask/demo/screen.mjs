// What the demo prints: sentences and JSON, coloured on a terminal, the token hidden.

const coloured = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code) => (text) => (coloured ? `\x1b[${code}m${text}\x1b[0m` : text);
const [bold, dim, blue, green, red, yellow, cyan] = ["1", "2", "34", "32", "31", "33", "36"].map(paint);
const WIDTH = 96;

let secrets = [];

/** Strings that are printed as `…` from now on: the token, the path of the webhook. */
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

/** Who sends what to whom, and the JSON. */
export function wire(from, to, what, value) {
  print(`\n  ${cyan(from)} ${dim("→")} ${cyan(to)}  ${what}`);
  print(`    ${json(value, "    ")}`);
}

/** JSON, on one line where it fits. */
function json(value, indent) {
  const line = flat(value);
  if (line.length + indent.length <= WIDTH || typeof value !== "object" || value === null) return colour(line);
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

/** Names blue, strings green, all else yellow. */
function colour(line) {
  if (!coloured) return line;
  return line.replace(/("(?:[^"\\]|\\.)*")(:?)|-?\d[\d.eE+-]*|true|false|null/g, (found, text, colon) =>
    colon ? blue(text) + colon : text ? green(text) : yellow(found),
  );
}
