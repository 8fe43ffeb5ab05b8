// Fastify without a scope of its own for the webhook.
import { nodeListener } from "botwire/adapters/node";
import { fastify } from "fastify";
import { path, webhook } from "./webhook.mts";

const listener = nodeListener(webhook);

export const app = fastify();
app.removeAllContentTypeParsers();
app.addContentTypeParser("*", (_request, _body, done) => done(null));
app.all(path, (request, reply) => {
  reply.hijack();
  return listener(request.raw, reply.raw);
});
