// One process of the bot. All processes share PostgreSQL, which stores handled updates, turns and sessions.
import { createServer } from "node:http";
import { createWebhookHandler } from "botwire";
import { nodeListener } from "botwire/adapters/node";
import { postgresStore } from "botwire/stores/postgres";
import postgres from "postgres";
import { counter } from "./counter.ts";

const { SERVICE = "", BOT_TOKEN = "", HOOK_PATH = "", DATABASE_URL = "" } = process.env;

// A waiting update holds no connection, so a few connections are enough.
const store = postgresStore(postgres(DATABASE_URL, { max: 3 }));
await store.createTables();
const webhook = createWebhookHandler({ baseUrl: SERVICE, token: BOT_TOKEN, path: HOOK_PATH, store }, counter(store));

const server = createServer(nodeListener(webhook)).listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") process.send?.(address?.port);
});
process.once("disconnect", () => process.exit());
