// CPU of a call that fails with a proxy's page of 6 kB, in Node, next to the peers as installed: the first call of a process, over one
// that succeeds, and later ones. `cargo xtask bench error [rounds]`
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { record } from "./support/record.mjs";
import { medians } from "./support/rounds.mjs";
import { startService } from "./support/service.mjs";

const NAMES = ["bare", "botwire", "grammy", "telegraf"];
const rounds = Number(process.argv[2] ?? 9);
const program = fileURLToPath(new URL("support/failures.mjs", import.meta.url));
const run = promisify(execFile);

const service = await startService();
try {
  const callsTo = async (name, url) => JSON.parse((await run(process.execPath, [program, name, url])).stdout);
  const figures = await medians(NAMES, { rounds, before: 1 }, async (name) => {
    const succeeding = await callsTo(name, service.url);
    const failing = await callsTo(name, `${service.url}/page`);
    return { first: failing.first - succeeding.first, later: failing.later, "later, succeeding": succeeding.later };
  });
  record("error-node", "ms", Object.fromEntries(Object.entries(figures).map(([name, { later }]) => [name, later])));
  console.log(`\nA failing call, a page of 6 kB, Node ${process.version}, ms of CPU, median of ${rounds} rounds`);
  const columns = ["first, over one that succeeds", "later", "later, succeeding", "failing / succeeding", ...["grammy", "telegraf"].map((peer) => `later / ${peer}`)];
  console.log("".padEnd(10) + columns.map((column) => `  ${column}`).join(""));
  for (const [name, { first, later, "later, succeeding": succeeding }] of Object.entries(figures)) {
    const cells = [first, later, succeeding, later / succeeding, later / figures.grammy.later, later / figures.telegraf.later];
    console.log(name.padEnd(10) + cells.map((cell, column) => `  ${cell.toFixed(2).padStart(columns[column].length)}`).join(""));
  }
} finally {
  service.stop();
}
