// CPU of sendMessage in a worker, one call after another, next to the peers: in workerd, over HTTP to a local service.
import { edgeBundle } from "./support/edge.mjs";
import { medians, table } from "./support/rounds.mjs";
import { startService } from "./support/service.mjs";
import { cpuOfCalls, startWorkerd } from "./support/workerd.mjs";

const NAMES = ["bare", "botwire", "grammy", "telegraf", "node-telegram-bot-api"];
/** A request can have no more in workerd. */
const CALLS = 1000;
const REQUESTS = 6;
const ROUNDS = 7;

const worker = (name) => `
  import { sendMessage } from "./callers/${name}.mjs";
  export default {
    async fetch(request) {
      try {
        for (let call = Number(new URL(request.url).searchParams.get("calls")); call > 0; call--) await sendMessage({ chat_id: 1, text: "hi" });
        return new Response("done");
      } catch (error) {
        return new Response(String(error));
      }
    },
  };`;

const service = await startService();
try {
  const define = { "globalThis.BENCH_URL": JSON.stringify(service.url) };
  const bundles = {};
  for (const name of NAMES) bundles[name] = await edgeBundle(worker(name), { define });
  table("sendMessage, workerd", await medians(NAMES, { rounds: ROUNDS, before: 0 }, (name) => inNewProcess(bundles[name])), "µs", "call-workerd");
} finally {
  service.stop();
}

/** A new process each time, as in `webhook-http`. */
async function inNewProcess(bundle) {
  const workerd = await startWorkerd(bundle);
  try {
    await cpuOfCalls(workerd, CALLS);
    let cpu = 0;
    for (let request = 0; request < REQUESTS; request++) cpu += await cpuOfCalls(workerd, CALLS);
    return cpu / CALLS / REQUESTS;
  } finally {
    await workerd.stop();
  }
}
