// A webhook among other routes of Fastify.
import { createWebhookHandler } from "botwire";
import { nodeListener } from "botwire/adapters/node";
import { fastify } from "fastify";
import { handler } from "./bot.ts";

const { SERVICE = "", BOT_TOKEN = "", HOOK_PATH = "", PORT = "8080" } = process.env;

const listener = nodeListener(createWebhookHandler({ baseUrl: SERVICE, token: BOT_TOKEN, path: HOOK_PATH }, handler));

const app = fastify();
app.get("/health", () => "fine");
await app.register(async (hook) => {
  // The webhook reads the body itself, after it has compared the secret. With the parsers of Fastify it works too.
  hook.removeAllContentTypeParsers();
  hook.addContentTypeParser("*", (_request, _body, done) => done(null));
  hook.all(HOOK_PATH, listener);
});
// When the host or Ctrl+C stops the program, it answers the requests that have begun, and ends after the last handler.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void app.close());
await app.listen({ port: Number(PORT) });
console.log(`Listening on port ${PORT}`);
