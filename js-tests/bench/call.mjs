// Measures the CPU of sendMessage in one process of Node, next to the peers as installed: over HTTP to a local service,
// one call at a time and 50 at a time; then with a fetch that answers at once. If a peer's first call fails, its row
// shows the error, such as grammY in Node 24, whose fetch refuses the AbortSignal that grammY brings.
import { ANSWER, startService } from "./support/service.mjs";
import { interleaved, table, tried } from "./support/rounds.mjs";
import { withGlobalFetch } from "./support/with-global-fetch.mjs";

const AT_ONCE = 50;
const NAMES = ["bare", "botwire", "grammy", "telegraf", "node-telegram-bot-api"];

/** Prints the cost of calls with these modules. */
async function measure(title, modules, { rounds, calls, atOnce = 1, name: row }) {
  const all = {};
  for (const [name, { sendMessage, sendMessageWithoutTimeout }] of Object.entries(modules)) {
    all[name] = () => sendMessage({ chat_id: 1, text: "hi" });
    if (sendMessageWithoutTimeout) all[`${name}, no timeout`] = () => sendMessageWithoutTimeout({ chat_id: 1, text: "hi" });
  }
  const { callers, failures } = await tried(all);
  const turns = Object.entries(callers).map(([name, call]) => [name, () => Promise.all(Array.from({ length: atOnce }, call))]);
  const figures = await interleaved(Object.fromEntries(turns), { rounds, calls: calls / atOnce });
  const ofCall = (name) => (figures[name] === undefined ? failures[name] : figures[name] / atOnce);
  table(`${title}, Node ${process.version}`, Object.fromEntries(Object.keys(all).map((name) => [name, ofCall(name)])), "µs", row);
}

const service = await startService();
try {
  globalThis.BENCH_URL = service.url;
  const installed = {};
  for (const name of NAMES) installed[name] = await import(`./callers/${name}.mjs`);
  await measure("sendMessage over HTTP, as installed", installed, { rounds: 40, calls: 300, name: "call-node" });
  await measure(`sendMessage over HTTP, as installed, ${AT_ONCE} at a time`, installed, { rounds: 20, calls: 1000, atOnce: AT_ONCE, name: "call-node-50" });

  globalThis.fetch = async () => new Response(ANSWER, { headers: { "content-type": "application/json" } });
  const withFetch = { ...installed, grammy: await withGlobalFetch("grammy"), telegraf: await withGlobalFetch("telegraf") };
  await measure("sendMessage, instant fetch", withFetch, { rounds: 9, calls: 2000 });
} finally {
  service.stop();
}
