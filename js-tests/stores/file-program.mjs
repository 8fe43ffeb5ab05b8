// A program with a store in a file, with a client for SQLite or with Deno KV: `guarantees` checks the store's guarantees,
// `create` makes the tables, `outdated` uses tables of another version, `race` claims keys that other processes claim too, `lock` locks the file for a while.
// Prints the outcome as JSON.
import process from "node:process";
import { guarantees, outcomeOf } from "./contract.mjs";
import { outage } from "./outage.mjs";

const [client, task, file, detail] = process.argv.slice(2);

async function open() {
  if (client === "Deno.Kv") return { store: (await import("botwire/stores/deno-kv")).denoKvStore(await Deno.openKv(file)) };
  const [{ sqliteStore }, { DatabaseSync, Database, default: standard }] = await Promise.all([import("botwire/stores/sqlite"), import(client)]);
  const database = new (DatabaseSync ?? Database ?? standard)(file);
  return { database, store: sqliteStore(database) };
}

const { database, store } = await open();

async function checkGuarantees() {
  await store.createTables?.();
  const tests = guarantees(store, (await open()).store);
  return outcomeOf(tests);
}

async function create(journal) {
  database.exec(`PRAGMA journal_mode = ${journal}`);
  await store.createTables();
}

/** The keys that this process has handled. */
async function race(keys) {
  const handled = [];
  for (let key = 0; key < Number(keys); key++) {
    const claimed = await store.claim(`7:update:${key}`, 60_000);
    if (typeof claimed === "object" && (await store.settle(`7:update:${key}`, claimed.owner, 600))) handled.push(key);
  }
  return handled;
}

/** Handles updates while another connection locks the file for longer than the store waits, or until the deadline. */
async function lock() {
  const { database: other } = await open();
  await outage(store, () => other.exec("BEGIN EXCLUSIVE"), () => other.exec("COMMIT"));
}

/** What the store says about a table without its columns. */
async function outdated() {
  database.exec("CREATE TABLE botwire_claims (key TEXT PRIMARY KEY, owner TEXT, until INTEGER NOT NULL)");
  const failures = await Promise.allSettled([store.createTables(), store.claim("7:update:1", 1000)]);
  return failures.map(({ reason }) => reason?.message);
}

const tasks = { guarantees: checkGuarantees, create, race, lock, outdated };
console.log(JSON.stringify((await tasks[task](detail)) ?? null));
process.exit();
