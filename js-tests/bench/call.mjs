// CPU of sendMessage in one process of Node, next to the peers: over HTTP to a service on this machine, and with a fetch that
// answers at once.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { ANSWER } from "./support/service.mjs";
import { interleaved, table } from "./support/rounds.mjs";
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
  const callers = {};
  for (const [name, { sendMessage }] of Object.entries(modules)) callers[name] = () => sendMessage({ chat_id: 1, text: "hi" });
  table("sendMessage over HTTP, Node", await interleaved(callers, { rounds: 15, calls: 1000 }));

  globalThis.fetch = async () => new Response(ANSWER, { headers: { "content-type": "application/json" } });
  table("sendMessage, instant fetch, Node", await interleaved(callers, { rounds: 9, calls: 2000 }));
} finally {
  service.kill();
}
