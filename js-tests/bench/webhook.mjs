// CPU of a webhook request answered inline, warm, for three sizes of update, next to the peers: in Node and inside workerd.
import { edgeBundle } from "./support/edge.mjs";
import { deliver } from "./support/deliveries.mjs";
import { interleaved, table } from "./support/rounds.mjs";
import { UPDATES } from "./support/updates.mjs";
import { cpuOfCalls, startWorkerd } from "./support/workerd.mjs";

const NAMES = ["bare", "botwire", "grammy", "telegraf", "node-telegram-bot-api"];
const CALLS = { small: 2000, rich: 1500, big: 500 };
const ROUNDS = 11;

/** One table for each size; `functions` gives what is timed, by name. */
async function tables(where, functions, measure) {
  for (const [size, calls] of Object.entries(CALLS)) {
    const bytes = Buffer.byteLength(UPDATES[size]());
    table(`${size} update, ${bytes} bytes, ${where}`, await interleaved(functions(size), { rounds: ROUNDS, calls, measure }));
  }
}

const byName = (entries) => Object.fromEntries(NAMES.map((name, index) => [name, entries[index]]));

const workers = byName(await Promise.all(NAMES.map(async (name) => (await import(`./workers/${name}.mjs`)).default)));
await tables("Node", (size) => byName(NAMES.map((name) => () => deliver(workers[name], size))));

const driver = (name) => `
  import worker from "./workers/${name}.mjs";
  import { deliver } from "./support/deliveries.mjs";
  export default {
    async fetch(request) {
      const { searchParams } = new URL(request.url);
      for (let call = Number(searchParams.get("calls")); call > 0; call--) await deliver(worker, searchParams.get("size"));
      return new Response("done");
    },
  };`;
const processes = [];
try {
  for (const name of NAMES) processes.push(await startWorkerd(await edgeBundle(driver(name))));
  const measure = ({ size, workerd }, calls) => cpuOfCalls(workerd, calls, `&size=${size}`);
  await tables("workerd", (size) => byName(processes.map((workerd) => ({ size, workerd }))), measure);
} finally {
  for (const workerd of processes) await workerd.stop();
}
