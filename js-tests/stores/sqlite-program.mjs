// A program with a database in a file, in Node or Bun: `promises` checks what the store promises, `create` makes the tables,
// `race` claims keys that other processes claim too. Prints what came of it as JSON.
import { sqliteStore } from "botwire/stores/sqlite";
import { promises } from "./contract.mjs";

const [task, file, detail] = process.argv.slice(2);
const { Database, DatabaseSync } = await import(process.versions.bun ? "bun:sqlite" : "node:sqlite");
const database = new (DatabaseSync ?? Database)(file);
const store = sqliteStore(database);

async function checkPromises() {
  await store.createTables();
  const failed = [];
  const check = async ([name, promise]) => promise().catch((error) => failed.push(`${name}: ${error.stack}`));
  const all = Object.entries(promises(store));
  await Promise.all(all.map(check));
  return { count: all.length, failed };
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

const tasks = { promises: checkPromises, create, race };
console.log(JSON.stringify((await tasks[task](detail)) ?? null));
