// One process of the bot. All processes share PostgreSQL, which stores handled updates, turns and sessions.
import { createServer } from "node:http";
import { createWebhookHandler } from "botwire";
import { nodeListener } from "botwire/adapters/node";
import { postgresStore } from "botwire/stores/postgres";
import postgres from "postgres";
import { counter } from "./counter.ts";

const { SERVICE = "", BOT_TOKEN = "", HOOK_PATH = "", DATABASE_URL = "" } = process.env;

// A waiting update holds no connection, so a few connections are enough.
const client = postgres(DATABASE_URL, { max: 3 });
const store = postgresStore(client);
await store.createTables();
const webhook = createWebhookHandler({ baseUrl: SERVICE, token: BOT_TOKEN, path: HOOK_PATH, store }, counter(store));

/** Handlers that have not ended, some of them after their response. */
const running = new Set<Promise<unknown>>();
const waitUntil = (work: Promise<unknown>): void => {
  running.add(work);
  void work.finally(() => running.delete(work));
};

const listener = nodeListener((request, env) => webhook(request, env, { waitUntil }));
const server = createServer(listener).listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") process.send?.(address?.port);
});

// The parent ends first, so that no request comes. Then this process ends after the last handler.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
process.once("disconnect", () => {
  server.close(async () => {
    await Promise.all(running);
    await client.end();
  });
});
