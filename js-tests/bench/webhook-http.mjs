// CPU of a webhook request over HTTP, answered inline, warm, for three sizes of update, next to the peers: in workerd.
import { HEADERS } from "./support/deliveries.mjs";
import { edgeBundle } from "./support/edge.mjs";
import { cpuMicroseconds } from "./support/process.mjs";
import { medians, table } from "./support/rounds.mjs";
import { UPDATES } from "./support/updates.mjs";
import { startWorkerd } from "./support/workerd.mjs";

const NAMES = ["bare", "botwire", "botwire-in-order", "grammy", "telegraf", "node-telegram-bot-api"];
/** Long, as the collector's rhythm of the first thousands is another one for each library, and changes. */
const DELIVERIES = 8000;
/** As many as a service delivers at once by default is 40; a few keep the process busy. */
const AT_ONCE = 8;
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
    await deliverAll(workerd, size, DELIVERIES / 2);
    const before = cpuMicroseconds(workerd.pid);
    await deliverAll(workerd, size, DELIVERIES);
    return (cpuMicroseconds(workerd.pid) - before) / DELIVERIES;
  } finally {
    await workerd.stop();
  }
}

async function deliverAll({ fetch }, size, deliveries) {
  let remaining = deliveries;
  const deliver = async () => {
    while (remaining-- > 0) {
      const response = await fetch("/hook/secret", { method: "POST", headers: HEADERS, body: UPDATES[size]() });
      const answer = await response.text();
      if (response.status !== 200 || !answer.includes("sendMessage")) throw new Error(`not answered inline: ${response.status} ${answer}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, deliver));
}
