// The promises of a store by Bun's own clients: `bun-program.mjs redis <url>` or `postgres <url>`. Prints what failed as JSON.
import { RedisClient, SQL } from "bun";
import { postgresStore } from "botwire/stores/postgres";
import { redisStore } from "botwire/stores/redis";
import { promises } from "./contract.mjs";

const [kind, url] = process.argv.slice(2);
const client = kind === "redis" ? new RedisClient(url) : new SQL(url, { max: 3 });
const store = kind === "redis" ? redisStore(client) : postgresStore(client);
await store.createTables?.();

const failed = [];
const all = Object.entries(promises(store));
await Promise.all(all.map(async ([name, promise]) => promise().catch((error) => failed.push(`${name}: ${error.stack}`))));
console.log(JSON.stringify({ count: all.length, failed }));
process.exit();
