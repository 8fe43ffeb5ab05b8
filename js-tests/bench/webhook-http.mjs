// CPU of a webhook request over HTTP, answered inline, warm, for three sizes of update, next to the peers: in workerd.
import { deliverOverHttp } from "./support/deliveries.mjs";
import { edgeBundle } from "./support/edge.mjs";
import { cpuMicroseconds } from "./support/process.mjs";
import { medians, table } from "./support/rounds.mjs";
import { UPDATES } from "./support/updates.mjs";
import { startWorkerd } from "./support/workerd.mjs";

const NAMES = ["bare", "botwire", "botwire-in-order", "grammy", "telegraf", "node-telegram-bot-api"];
/** Long, as the collector's rhythm of the first thousands is another one for each library, and changes. */
const DELIVERIES = 8000;
const ROUNDS = 7;

const bundles = {};
for (const name of NAMES) bundles[name] = await edgeBundle(`export { default } from "./workers/${name}.mjs"`);
for (const size of Object.keys(UPDATES)) {
  const title = `${size} update, ${Buffer.byteLength(UPDATES[size]())} bytes, over HTTP, workerd`;
  table(title, await medians(NAMES, { rounds: ROUNDS, before: 0 }, (name) => inNewProcess(name, size)), "µs", size === "small" ? "webhook-http" : `webhook-http-${size}`);
}

/** A new process each time, as in `webhook`: the collector of one finds another rhythm than that of the next. */
async function inNewProcess(name, size) {
  const workerd = await startWorkerd(bundles[name]);
  try {
    await deliverOverHttp(workerd, size, DELIVERIES / 2);
    const before = cpuMicroseconds(workerd.pid);
    await deliverOverHttp(workerd, size, DELIVERIES);
    return (cpuMicroseconds(workerd.pid) - before) / DELIVERIES;
  } finally {
    await workerd.stop();
  }
}
