// 20 messages of a user in 20 groups at once, by two bots over the same file: SQLite in Node or Bun, Deno's own KV in Deno. Prints the
// counter of the session, and the statuses.
import process from "node:process";
import { createWebhookHandler, sessions } from "botwire";

const [file] = process.argv.slice(2);
async function newStore() {
  if (globalThis.Deno) return (await import("botwire/stores/deno-kv")).denoKvStore(await Deno.openKv(file));
  const { Database, DatabaseSync } = await import(process.versions.bun ? "bun:sqlite" : "node:sqlite");
  const store = (await import("botwire/stores/sqlite")).sqliteStore(new (DatabaseSync ?? Database)(file));
  await store.createTables();
  return store;
}

const stores = [await newStore(), await newStore()];
const bots = stores.map((store) => createWebhookHandler(
  { baseUrl: "https://service.example", token: "7:secret-of-the-bot", allowUnauthenticated: true, store, deadlineMs: 60_000 },
  sessions({ store, by: "user", initial: () => ({ count: 0 }) }, async (_update, { session }) => {
    const { count } = session;
    await new Promise((resolve) => setTimeout(resolve, 1));
    session.count = count + 1;
  }),
));
const deliver = async (_, index) => {
  const message = { message_id: 1, date: 1, chat: { id: -1 - index, type: "group" }, from: { id: 5, is_bot: false, first_name: "A" }, text: "a" };
  const request = new Request("https://bot.example/", { method: "POST", body: JSON.stringify({ update_id: index + 1, message }), headers: { "content-type": "application/json" } });
  return (await bots[index % 2](request)).status;
};
const statuses = await Promise.all(Array.from({ length: 20 }, deliver));
console.log(JSON.stringify({ count: JSON.parse(await stores[0].read("7:session:user:5")).session.count, statuses: [...new Set(statuses)] }));
process.exit();
