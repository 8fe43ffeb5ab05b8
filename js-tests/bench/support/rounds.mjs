// Measures things in turn, round after round, so that a change of the machine's speed hits all of them alike.
import { record } from "./record.mjs";

/** Returns the medians of the figures that `measure` returns for each name, after `before` warm-up rounds. */
export async function medians(names, { rounds, before = 3 }, measure) {
  const found = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -before; round < rounds; round++) {
    // Each run leaves garbage and caches to the next one, so the order changes with each round.
    for (const name of shuffled(names)) {
      const figures = await measure(name);
      if (round >= 0) found[name].push(figures);
    }
  }
  return Object.fromEntries(names.map((name) => [name, medianOf(found[name])]));
}

function shuffled(names) {
  const keys = new Map(names.map((name) => [name, Math.random()]));
  return names.toSorted((one, other) => keys.get(one) - keys.get(other));
}

/** Medians of CPU microseconds a call, of `rounds` rounds of `calls` calls each, after as many to warm up. */
export function interleaved(functions, { rounds, calls }) {
  return medians(Object.keys(functions), { rounds }, async (name) => {
    const before = process.cpuUsage();
    for (let call = 0; call < calls; call++) await functions[name](call);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / calls;
  });
}

/** The functions whose first call succeeds, and the errors of the others. @throws if bare or botwire fails. */
export async function tried(functions) {
  const callers = {};
  const failures = {};
  for (const [name, call] of Object.entries(functions)) {
    try {
      await call();
      callers[name] = call;
    } catch (error) {
      if (/^(bare|botwire)/.test(name)) throw error;
      failures[name] = `  cannot run: ${rootOf(error).message}`;
    }
  }
  return { callers, failures };
}

/** The first of the causes, also as grammY names them. */
const rootOf = (error) => {
  const cause = error?.cause ?? error?.error;
  return cause instanceof Error ? rootOf(cause) : error;
};

/** The median of numbers, or of each field of objects. */
export function medianOf(values) {
  if (typeof values[0] === "object") {
    return Object.fromEntries(Object.keys(values[0]).map((key) => [key, medianOf(values.map((value) => value[key]))]));
  }
  return values.toSorted((one, other) => one - other)[values.length >> 1];
}

/** Prints medians, the difference from bare and the ratio to it, and records them under a name. A figure that is not a number says why it is missing. */
export function table(title, figures, unit = "µs", name = undefined) {
  if (name) record(name, unit, figures);
  const { bare } = figures;
  console.log(`\n${title}\n${"".padEnd(24)}${unit.padStart(9)}${"over bare".padStart(12)}${"ratio".padStart(8)}`);
  for (const [name, value] of Object.entries(figures)) {
    const isNumber = typeof value === "number";
    const cells = isNumber ? [value.toFixed(1), (value - bare).toFixed(1), (value / bare).toFixed(2)] : [value];
    console.log(name.padEnd(24) + cells.map((cell, column) => cell.padStart([9, 12, 8][column])).join(""));
  }
}
