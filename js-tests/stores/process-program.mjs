// A process of a bot over Redis, PostgreSQL, SQLite or Deno KV, in order by chat. It reads an update from each line, and writes a line when
// an update waits for its turn, `wait <update_id>`, when its handler begins and ends, `begin <update_id> <ms>` and
// `end <update_id> <ms>`, when it is settled, `settled <update_id>`, and when it is answered, `<status> <update_id> <body>`. The handler
// of a message "hang" ends after the line "go". With `counts`, the session of a chat lists its updates, and the answer repeats the list.
// It kills itself at the `killAt`th step: before the store is asked, or before its answer is used.
import process from "node:process";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { createWebhookHandler, inOrder, isStoreError, sessions } from "botwire";
import { pending } from "../support/deliveries.mjs";

const { kind, url, token, leaseMs, pool = 3, killAt = 0, aheadMs = 0, counts = false } = JSON.parse(process.argv[2]);
const STORES = {
  async redis() {
    const [{ redisStore }, { createClient }] = await Promise.all([import("botwire/stores/redis"), import("redis")]);
    return redisStore(await createClient({ url }).on("error", () => {}).connect());
  },
  async postgres() {
    const [{ postgresStore }, { default: pg }] = await Promise.all([import("botwire/stores/postgres"), import("pg")]);
    return postgresStore(new pg.Pool({ connectionString: url, max: pool }).on("error", () => {}));
  },
  async sqlite() {
    const [{ sqliteStore }, { DatabaseSync }] = await Promise.all([import("botwire/stores/sqlite"), import("node:sqlite")]);
    const database = new DatabaseSync(url);
    // SQLite does not wait for other processes that set the mode of the file too.
    await repeated(() => database.exec("PRAGMA journal_mode = WAL"));
    return sqliteStore(database);
  },
  async "deno-kv"() {
    const { denoKvStore } = await import("botwire/stores/deno-kv");
    return denoKvStore(await repeated(() => Deno.openKv(url)));
  },
};
const store = await STORES[kind]();
await repeated(() => store.createTables?.());

/** The server may be starting again, and another process may be creating the file of Deno KV or SQLite. */
async function repeated(work) {
  for (;;) {
    try {
      return await work();
    } catch {
      await pause(50);
    }
  }
}

const { now } = Date;
Date.now = () => now() + aheadMs;
/** The same for all processes of the machine. */
const ms = () => Number(process.hrtime.bigint() / 1_000_000n);
const say = (line) => process.stdout.write(`${line}\n`);
let steps = 0;
const step = () => ++steps === killAt && process.kill(process.pid, "SIGKILL");
const ask = (question) => async (...parameters) => {
  step();
  const answer = await store[question](...parameters);
  const settled = question === "settle" ? parameters[0] : question === "commit" ? parameters[0].done?.key : undefined;
  if (settled && answer) say(`settled ${settled.split(":")[2]}`);
  step();
  if (answer === "busy" && parameters[2] !== undefined) say(`wait ${parameters[2]}`);
  return answer;
};
const mortal = Object.fromEntries(Object.keys(store).filter((name) => typeof store[name] === "function").map((question) => [question, ask(question)]));
const [going, go] = pending();
const work = async ({ update_id, message }) => {
  say(`begin ${update_id} ${ms()}`);
  await (message.text === "hang" ? going : pause(Number(message.text)));
  say(`end ${update_id} ${ms()}`);
};
const count = async (update, { session }) => {
  const { text, chat } = update.message;
  if (text !== "list") {
    session.handled.push(update.update_id);
    await work(update);
  }
  return { method: "sendMessage", chat_id: chat.id, text: JSON.stringify(session.handled) };
};
const handle = createWebhookHandler(
  { baseUrl: "https://service.example", token, allowUnauthenticated: true, store: mortal, leaseMs, deadlineMs: 60_000, attempts: 1000, onReject() {}, onError: (error) => void (isStoreError(error) || console.error(error)) },
  counts ? sessions({ store: mortal, initial: () => ({ handled: [] }) }, count) : inOrder({ store: mortal }, work),
);
say("ready");
for await (const body of createInterface({ input: process.stdin })) {
  if (body === "go") {
    go();
    continue;
  }
  const request = new Request("https://bot.example/", { method: "POST", body, headers: { "content-type": "application/json" } });
  void handle(request).then(async (response) => say(`${response.status} ${JSON.parse(body).update_id} ${await response.text()}`));
}
process.exit();
