// Bun.
import { createWebhookHandler } from "botwire";
import { handle, options } from "./bot.mts";

const handler = createWebhookHandler(options, handle);

const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => handler(request) });
console.log(server.port);
