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

const server = createServer(nodeListener(webhook)).listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") process.send?.(address?.port);
});
process.once("disconnect", () => process.exit());
