// Times functions in turn, round after round, so that a change of the machine's speed hits all of them alike.

/** Medians of CPU microseconds a call, of `rounds` rounds of `calls` calls each, after as many to warm up. */
export async function interleaved(functions, { rounds, calls }) {
  const names = Object.keys(functions);
  const figures = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -1; round < rounds; round++) {
    // Another one begins each round: the first after a pause pays for what the others left to the collector.
    for (let index = 0; index < names.length; index++) {
      const name = names[(index + round + names.length) % names.length];
      const before = process.cpuUsage();
      for (let call = 0; call < calls; call++) await functions[name](call);
      const { user, system } = process.cpuUsage(before);
      if (round >= 0) figures[name].push((user + system) / calls);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(figures[name])]));
}

function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[sorted.length >> 1];
}

/** A table of medians: microseconds, the difference from bare and the ratio to it. */
export function table(title, medians) {
  const { bare } = medians;
  console.log(`\n${title}\n${"".padEnd(24)}${"µs".padStart(9)}${"over bare".padStart(12)}${"ratio".padStart(8)}`);
  for (const [name, value] of Object.entries(medians)) {
    const ratio = (value / bare).toFixed(2);
    console.log(`${name.padEnd(24)}${value.toFixed(1).padStart(9)}${(value - bare).toFixed(1).padStart(12)}${ratio.padStart(8)}`);
  }
}
