// A webhook with a server of node:http.
import { createServer } from "node:http";
import { createWebhookHandler } from "botwire";
import { nodeListener } from "botwire/adapters/node";
import { handler } from "./bot.ts";

const { SERVICE = "", BOT_TOKEN = "", HOOK_PATH = "", PORT = "8080" } = process.env;

const webhook = createWebhookHandler({ baseUrl: SERVICE, token: BOT_TOKEN, path: HOOK_PATH }, handler);

createServer(nodeListener(webhook)).listen(Number(PORT), () => console.log(`Listening on port ${PORT}`));
