// CPU of a webhook request answered inline, warm, for three sizes of update, next to the peers: in Node and inside workerd.
import { edgeBundle } from "./support/edge.mjs";
import { deliver } from "./support/deliveries.mjs";
import { interleaved, medians, table } from "./support/rounds.mjs";
import { UPDATES } from "./support/updates.mjs";
import { cpuOfCalls, startWorkerd } from "./support/workerd.mjs";

const NAMES = ["bare", "botwire", "grammy", "telegraf", "node-telegram-bot-api"];
const CALLS = { small: 2000, rich: 1500, big: 500 };
const ROUNDS = 11;

const workers = {};
for (const name of NAMES) workers[name] = (await import(`./workers/${name}.mjs`)).default;
for (const [size, calls] of Object.entries(CALLS)) {
  const functions = Object.fromEntries(NAMES.map((name) => [name, () => deliver(workers[name], size)]));
  table(title(size, "Node"), await interleaved(functions, { rounds: ROUNDS, calls }));
}

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
const processes = {};
try {
  for (const name of NAMES) processes[name] = await startWorkerd(await edgeBundle(driver(name)));
  for (const [size, calls] of Object.entries(CALLS)) {
    const measure = async (name) => (await cpuOfCalls(processes[name], calls, `&size=${size}`)) / calls;
    table(title(size, "workerd"), await medians(NAMES, ROUNDS, measure));
  }
} finally {
  for (const workerd of Object.values(processes)) await workerd.stop();
}

function title(size, where) {
  return `${size} update, ${Buffer.byteLength(UPDATES[size]())} bytes, ${where}`;
}
