// A bot that gathers albums, over SQLite, and kills itself at the n-th point: before and after each operation of the store, each call,
// each run, and each response.
import { appendFileSync } from "node:fs";
import { createServer } from "node:http";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { Bot, createWebhookHandler, gather, gathered, on, poll, reply } from "botwire";
import { nodeListener } from "botwire/adapters/node";
import { sqliteStore } from "botwire/stores/sqlite";

const { way, service, token, file, runs, killAt } = JSON.parse(process.argv[2]);
const PATH = "/hook/a-long-secret";

let count = 0;
function point() {
  if (++count === killAt) process.kill(process.pid, "SIGKILL");
}

/** Runs something between two points. */
async function between(run) {
  point();
  const result = await run();
  point();
  return result;
}

const database = new DatabaseSync(file);
database.exec("PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL");
const sqlite = sqliteStore(database);
await sqlite.createTables();
// Renewals happen at any time, so they are not counted.
const counted = ([name, member]) => [name, typeof member === "function" && name !== "renew" ? (...parameters) => between(() => member(...parameters)) : member];
const store = Object.fromEntries(Object.entries(sqlite).map(counted));

const handler = gather({ quietMs: 100 }, on({
  message: async (message, context) => {
    const messages = gathered(message, context);
    // Long enough for the other updates to be done, if nothing kept them.
    await setTimeout(30);
    await between(() => appendFileSync(runs, `${messages.map(({ message_id }) => message_id).join()}\n`));
    return reply(message, `${messages.length} photos`);
  },
}));

const isWork = (url) => !/\/(getUpdates|getMe|deleteWebhook|getWebhookInfo)$/.test(url.split("?")[0]);
const bot = new Bot({ baseUrl: service, token, retry: 3, fetch: (url, init) => (isWork(String(url)) ? between(() => fetch(url, init)) : fetch(url, init)) });
const options = { leaseMs: 300, onError() {} };
if (way === "poll") {
  console.log("ready");
  await poll(bot, handler, { ...options, timeout: 1 });
} else {
  const listener = nodeListener(createWebhookHandler({ bot, path: PATH, store, atDeadline: "retry", ...options }, handler));
  const server = createServer((request, response) => {
    const end = response.end.bind(response);
    response.end = (...parameters) => {
      point();
      response.once("finish", point);
      return end(...parameters);
    };
    void listener(request, response);
  });
  server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}${PATH}`));
}
