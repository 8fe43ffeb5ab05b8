// CPU of a webhook request answered inline, warm, for three sizes of update, next to the peers: in Node and inside workerd.
import { deliver } from "./support/deliveries.mjs";
import { edgeBundle } from "./support/edge.mjs";
import { interleaved, medians, table } from "./support/rounds.mjs";
import { UPDATES } from "./support/updates.mjs";
import { cpuOfCalls, startWorkerd } from "./support/workerd.mjs";

const NAMES = ["bare", "botwire", "grammy", "telegraf", "node-telegram-bot-api"];
const CALLS = { small: 3000, rich: 2000, big: 1000 };

const workers = {};
for (const name of NAMES) workers[name] = (await import(`./workers/${name}.mjs`)).default;
for (const [size, calls] of Object.entries(CALLS)) {
  const functions = Object.fromEntries(NAMES.map((name) => [name, () => deliver(workers[name], size)]));
  table(title(size, "Node"), await interleaved(functions, { rounds: 11, calls }), "µs", size === "small" ? "webhook-node" : undefined);
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
const bundles = {};
for (const name of NAMES) bundles[name] = await edgeBundle(driver(name));
for (const [size, calls] of Object.entries(CALLS)) {
  table(title(size, "workerd"), await medians(NAMES, { rounds: 9, before: 0 }, (name) => inNewProcess(name, size, calls)), "µs", size === "small" ? "webhook-workerd" : undefined);
}

/**
 * Starts a new process for each measurement, because processes differ more than libraries do. The warm-up is long: garbage
 * collection settles after some thousand big deliveries.
 */
async function inNewProcess(name, size, calls) {
  const workerd = await startWorkerd(bundles[name]);
  try {
    await cpuOfCalls(workerd, 4 * calls, `&size=${size}`);
    return (await cpuOfCalls(workerd, 8 * calls, `&size=${size}`)) / (8 * calls);
  } finally {
    await workerd.stop();
  }
}

function title(size, where) {
  return `${size} update, ${Buffer.byteLength(UPDATES[size]())} bytes, ${where}`;
}
