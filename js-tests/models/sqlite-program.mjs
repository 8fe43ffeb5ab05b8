// The model of the webhook in Deno, with claims in its SQLite; prints how many schedules were tried.
import { DatabaseSync } from "node:sqlite";
import { sqliteStore } from "botwire/stores/sqlite";
import { tried } from "./model.mjs";
import { runWith, schedule } from "./webhook-model.mjs";

/** Schedules in any case. */
const LEAST = 100;
let database;

/** An empty database for each schedule, with the virtual clock. */
function shared() {
  database?.close();
  database = new DatabaseSync(":memory:");
  database.function("julianday", { varargs: true }, () => 2440587.5 + Date.now() / 86_400_000);
  const store = sqliteStore(database);
  database.exec(store.schema);
  return { storeOf: () => store };
}

const runs = await tried(schedule, runWith(shared), LEAST);
console.log(JSON.stringify({ runs }));
