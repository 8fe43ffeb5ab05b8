// CPU of sendMessage in one process of Node, next to the peers: over HTTP to a service on this machine, and with a fetch that
// answers at once. A peer whose first call fails has its error in its row, such as grammY in Node 24, whose fetch refuses the
// AbortSignal that grammY brings.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { ANSWER } from "./support/service.mjs";
import { interleaved, table, tried } from "./support/rounds.mjs";
import { withGlobalFetch } from "./support/with-global-fetch.mjs";

const service = fork(fileURLToPath(new URL("support/service.mjs", import.meta.url)), ["serve"]);
try {
  const [port] = await once(service, "message");
  globalThis.BENCH_URL = `http://127.0.0.1:${port}`;
  const modules = {
    bare: await import("./callers/bare.mjs"),
    botwire: await import("./callers/botwire.mjs"),
    grammy: await withGlobalFetch("grammy"),
    telegraf: await withGlobalFetch("telegraf"),
    "node-telegram-bot-api": await import("./callers/node-telegram-bot-api.mjs"),
  };
  const all = {};
  for (const [name, { sendMessage, sendMessageWithoutTimeout }] of Object.entries(modules)) {
    all[name] = () => sendMessage({ chat_id: 1, text: "hi" });
    if (sendMessageWithoutTimeout) all[`${name}, no timeout`] = () => sendMessageWithoutTimeout({ chat_id: 1, text: "hi" });
  }
  const { callers, failures } = await tried(all);
  const measure = async (title, options) => {
    const figures = await interleaved(callers, options);
    table(title, Object.fromEntries(Object.keys(all).map((name) => [name, figures[name] ?? failures[name]])));
  };
  const title = `Node ${process.version}`;
  await measure(`sendMessage over HTTP, ${title}`, { rounds: 60, calls: 300 });

  globalThis.fetch = async () => new Response(ANSWER, { headers: { "content-type": "application/json" } });
  await measure(`sendMessage, instant fetch, ${title}`, { rounds: 9, calls: 2000 });
} finally {
  service.kill();
}
