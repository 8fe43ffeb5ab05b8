// One process of the bot. All processes share Redis, which stores handled updates, turns and sessions.
import { createServer } from "node:http";
import { createWebhookHandler } from "botwire";
import { nodeListener } from "botwire/adapters/node";
import { redisStore } from "botwire/stores/redis";
import { createClient } from "redis";
import { counter } from "./counter.ts";

const { SERVICE = "", BOT_TOKEN = "", HOOK_PATH = "", REDIS_URL = "" } = process.env;

// The client reconnects automatically.
const client = createClient({ url: REDIS_URL }).on("error", (error) => console.error(error.message));
const store = redisStore(await client.connect());
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
    await client.close();
  });
});
