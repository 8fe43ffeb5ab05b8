// Fastify, which has parsed the body before a route gets the request.
import { createWebhookHandler } from "botwire";
import { nodeListener } from "botwire/adapters/node";
import { fastify } from "fastify";
import { handle, options } from "./bot.mts";

const listener = nodeListener(createWebhookHandler(options, handle));

export const app = fastify();
app.removeAllContentTypeParsers();
app.addContentTypeParser("*", (_request, _body, done) => done(null));
app.all(options.path!, (request, reply) => {
  reply.hijack();
  return listener(request.raw, reply.raw);
});
