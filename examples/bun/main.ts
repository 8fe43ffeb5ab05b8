// A webhook with the server of Bun, which reads .env automatically.
import { createWebhookHandler } from "botwire";
import { handler } from "./bot.ts";

const { SERVICE = "", BOT_TOKEN = "", HOOK_PATH = "", PORT = "8080" } = process.env;

const webhook = createWebhookHandler({ baseUrl: SERVICE, token: BOT_TOKEN, path: HOOK_PATH }, handler);

Bun.serve({ port: Number(PORT), fetch: (request) => webhook(request) });
console.log(`Listening on port ${PORT}`);
