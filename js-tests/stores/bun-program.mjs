// A store by Bun's own clients: `bun-program.mjs promises <redis or postgres> <url>` checks what it promises, `down` and `silent` a
// server of its own that is stopped, or does not answer for a while. Prints what failed as JSON.
import { RedisClient, SQL } from "bun";
import { postgresStore } from "botwire/stores/postgres";
import { redisStore } from "botwire/stores/redis";
import { startServer } from "../support/own-servers.mjs";
import { startProxy } from "../support/proxy.mjs";
import { promises } from "./contract.mjs";
import { outage } from "./outage.mjs";

const [task, kind, shared] = process.argv.slice(2);
const storeOver = (url) => (kind === "redis" ? redisStore(new RedisClient(url)) : postgresStore(new SQL(url, { max: 3 })));
const closing = [];
const context = { after: (close) => closing.unshift(close) };

async function checkPromises() {
  const store = storeOver(shared);
  await store.createTables?.();
  return promises(store);
}

const TASKS = {
  promises: checkPromises,
  down: () => ({
    async down() {
      const { url, stop, start } = await startServer(context, kind);
      await outage(storeOver(url), stop, start);
    },
  }),
  silent: () => ({
    async silent() {
      const { url, stop, start } = await startProxy(context, (await startServer(context, kind)).url);
      await outage(storeOver(url), stop, start);
    },
  }),
};
const failed = [];
const all = Object.entries(await TASKS[task]());
await Promise.all(all.map(async ([name, promise]) => promise().catch((error) => failed.push(`${name}: ${error.stack}`))));
for (const close of closing) await close();
console.log(JSON.stringify({ count: all.length, failed }));
process.exit();
