// A store with Bun's own clients: `bun-program.mjs guarantees <redis or postgres> <url>` checks its guarantees; `outage`,
// with one more URL, handles updates while the server is stopped through `<URL>stop` and `<URL>start`. Prints failures
// as JSON.
import { RedisClient, SQL } from "bun";
import { postgresStore } from "botwire/stores/postgres";
import { redisStore } from "botwire/stores/redis";
import { guarantees, outcomeOf } from "./contract.mjs";
import { outage } from "./outage.mjs";

const [task, kind, url, control] = process.argv.slice(2);
const store = kind === "redis" ? redisStore(new RedisClient(url)) : postgresStore(new SQL(url, { max: 3 }));
await store.createTables?.();

const ask = (what) => () => fetch(`${control}${what}`);
const tasks = task === "guarantees" ? guarantees(store) : { outage: () => outage(store, ask("stop"), ask("start")) };
console.log(JSON.stringify(await outcomeOf(tasks)));
process.exit();
