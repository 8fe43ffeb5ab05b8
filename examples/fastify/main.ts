// A webhook next to other routes of Fastify.
import { createWebhookHandler } from "botwire";
import { nodeListener } from "botwire/adapters/node";
import { fastify } from "fastify";
import { handler } from "./bot.ts";

const { SERVICE = "", BOT_TOKEN = "", HOOK_PATH = "", PORT = "8080" } = process.env;

const app = fastify();
app.get("/health", () => "fine");
app.all(HOOK_PATH, nodeListener(createWebhookHandler({ baseUrl: SERVICE, token: BOT_TOKEN, path: HOOK_PATH }, handler)));
await app.listen({ port: Number(PORT) });
console.log(`Listening on port ${PORT}`);
