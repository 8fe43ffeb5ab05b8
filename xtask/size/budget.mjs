// Compares measured sizes with budget.json.
import { readFileSync } from "node:fs";

/** Bytes below a budget for the next ten methods: one of two parameters takes 18. */
const ROOM = 200;

const budget = JSON.parse(readFileSync(new URL("budget.json", import.meta.url), "utf8"));

/** Makes the program fail if a size exceeds its budget, and prints the lines that say why. */
export function failAbove(sizes, what, { why = [], room = ROOM } = {}) {
  const limit = budget[what].gzip;
  const { gzip } = sizes[what];
  if (gzip > limit) {
    console.error(`${what}: ${gzip} bytes with gzip, which is ${gzip - limit} over the budget of ${limit} (xtask/size/budget.json).`);
    for (const line of why) console.error(`  ${line}`);
    process.exitCode = 1;
  } else if (gzip > limit - room) {
    console.log(`${what}: ${limit - gzip} bytes remain below the budget of ${limit}, and ten methods need ${room}.`);
  }
}

/** Returns lines about the parts that have grown since the recorded ones, the one that has grown most first. */
export function grownSince(recorded, parts) {
  const before = new Map(recorded.map(({ name, raw }) => [name, raw]));
  const grown = parts.map(({ name, raw }) => ({ name, raw, by: raw - (before.get(name) ?? 0) })).filter(({ by }) => by > 0);
  const lines = grown.sort((one, other) => other.by - one.by).map(({ name, raw, by }) => `${name}: ${raw} bytes, ${before.has(name) ? `${by} more` : "new"}`);
  return lines.length > 0 ? ["Grown since the last `cargo xtask build --record`, without compression:", ...lines] : ["No part has grown since the last `cargo xtask build --record`."];
}
