// A webhook with a server of node:http.
import { createServer } from "node:http";
import { createWebhookHandler } from "botwire";
import { nodeListener } from "botwire/adapters/node";
import { handler } from "./bot.ts";

const { SERVICE = "", BOT_TOKEN = "", HOOK_PATH = "", PORT = "8080" } = process.env;

const webhook = createWebhookHandler({ baseUrl: SERVICE, token: BOT_TOKEN, path: HOOK_PATH }, handler);

const server = createServer(nodeListener(webhook)).listen(Number(PORT), () => console.log(`Listening on port ${PORT}`));
// When the host or Ctrl+C stops the program, it answers the requests that have begun, and ends after the last handler.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => server.close());
