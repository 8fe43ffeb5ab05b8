// A webhook with the server of Bun, which reads .env automatically.
import { createWebhookHandler } from "botwire";
import { handler } from "./bot.ts";

const { SERVICE = "", BOT_TOKEN = "", HOOK_PATH = "", PORT = "8080" } = process.env;

const webhook = createWebhookHandler({ baseUrl: SERVICE, token: BOT_TOKEN, path: HOOK_PATH }, handler);

const server = Bun.serve({ port: Number(PORT), fetch: (request) => webhook(request) });
console.log(`Listening on port ${PORT}`);
// When the host or Ctrl+C stops the program, it answers the requests that have begun, and ends after the last handler.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void server.stop());
