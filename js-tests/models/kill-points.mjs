// A bot over SQLite that kills itself at the n-th point: before and after each operation of the store, each call, each effect, and each
// response. Runs in the process that is killed.
import { createServer } from "node:http";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { Bot, createWebhookHandler, poll } from "botwire";
import { nodeListener } from "botwire/adapters/node";
import { sqliteStore } from "botwire/stores/sqlite";

/** The arguments of the program. */
export const parameters = JSON.parse(process.argv[2]);
const { way, service, token, file, killAt } = parameters;
const PATH = "/hook/a-long-secret";

let count = 0;
/** How many calls that send or edit a message have ended. */
export let messageCalls = 0;

function point() {
  if (++count === killAt) process.kill(process.pid, "SIGKILL");
}

/** Runs something between two points. */
export async function between(run) {
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
export const store = Object.fromEntries(Object.entries(sqlite).map(counted));

async function call(url, init) {
  const response = await fetch(url, init);
  if (/\/(sendMessage|editMessageText)$/.test(String(url))) messageCalls++;
  return response;
}

const isWork = (url) => !/\/(getUpdates|getMe|deleteWebhook|getWebhookInfo)$/.test(url.split("?")[0]);

/** Handles updates by `poll` or by a webhook, and prints the URL of the webhook, or a line when polling begins. */
export async function run(handler, { polling = {}, webhook = {} } = {}) {
  const bot = new Bot({ baseUrl: service, token, retry: 3, fetch: (url, init) => (isWork(String(url)) ? between(() => call(url, init)) : fetch(url, init)) });
  const options = { leaseMs: 300, onError() {} };
  if (way !== "webhook") {
    console.log("ready");
    return poll(bot, handler, { ...options, timeout: 1, ...polling });
  }
  const listener = nodeListener(createWebhookHandler({ bot, path: PATH, store, ...options, ...webhook }, handler));
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
