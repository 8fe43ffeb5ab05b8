// CPU of sendMessage with a fetch that answers at once, in one process, next to the peers.
import { interleaved, table } from "./support/rounds.mjs";
import { withGlobalFetch } from "./support/with-global-fetch.mjs";

globalThis.BENCH_URL = "https://bots.example";
const ANSWER = '{"ok":true,"result":{"message_id":1,"date":1,"chat":{"id":1,"type":"private"},"text":"hi"}}';
globalThis.fetch = async () => new Response(ANSWER, { headers: { "content-type": "application/json" } });

const modules = {
  bare: await import("./callers/bare.mjs"),
  botwire: await import("./callers/botwire.mjs"),
  grammy: await withGlobalFetch("grammy"),
  telegraf: await withGlobalFetch("telegraf"),
  "node-telegram-bot-api": await import("./callers/node-telegram-bot-api.mjs"),
};
const callers = {};
for (const [name, { sendMessage }] of Object.entries(modules)) callers[name] = () => sendMessage({ chat_id: 1, text: "hi" });
table("sendMessage, instant fetch, Node", await interleaved(callers, { rounds: 9, calls: 2000 }));
