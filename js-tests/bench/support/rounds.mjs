// Times functions in turn, round after round, so that a change of the machine's speed hits all of them alike.

/**
 * Medians of CPU microseconds a call, of `rounds` rounds of `calls` calls each, after as many to warm up.
 * `measure` gives the microseconds that so many calls of a function take.
 */
export async function interleaved(functions, { rounds, calls, measure = ownCpu }) {
  const names = Object.keys(functions);
  const figures = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -1; round < rounds; round++) {
    // Another one begins each round: the first after a pause pays for what the others left to the collector.
    for (let index = 0; index < names.length; index++) {
      const name = names[(index + round + names.length) % names.length];
      const microseconds = await measure(functions[name], calls);
      if (round >= 0) figures[name].push(microseconds / calls);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(figures[name])]));
}

async function ownCpu(call, calls) {
  const before = process.cpuUsage();
  for (let index = 0; index < calls; index++) await call(index);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

export function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[sorted.length >> 1];
}

/** A table of medians: microseconds, the difference from bare and the ratio to it. */
export function table(title, medians, unit = "µs") {
  const { bare } = medians;
  console.log(`\n${title}\n${"".padEnd(24)}${unit.padStart(9)}${"over bare".padStart(12)}${"ratio".padStart(8)}`);
  for (const [name, value] of Object.entries(medians)) {
    const ratio = (value / bare).toFixed(2);
    console.log(`${name.padEnd(24)}${value.toFixed(1).padStart(9)}${(value - bare).toFixed(1).padStart(12)}${ratio.padStart(8)}`);
  }
}
