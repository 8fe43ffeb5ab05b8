// The model of the webhook in Deno, with the store of a file over SQLite; prints how many schedules were tried.
import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { tried } from "./model.mjs";
import { runWith, schedule } from "./webhook-model.mjs";

/** Schedules in any case. */
const LEAST = 100;
const [seconds, module, table] = Deno.args;
const { store } = await import(pathToFileURL(module).href);
const schema = readFileSync(table, "utf8");
let database;

globalThis.sql = async (texts, ...values) => database.prepare(texts.join("?")).all(...values);

/** An empty database for each schedule. */
function shared() {
  database?.close();
  database = new DatabaseSync(":memory:");
  database.exec(schema.slice(0, schema.indexOf("CREATE FUNCTION")));
  database.function("now_ms", () => Date.now());
  return { storeOf: () => store };
}

const runs = await tried(schedule, runWith(shared), [], LEAST, Number(seconds));
console.log(JSON.stringify({ runs }));
