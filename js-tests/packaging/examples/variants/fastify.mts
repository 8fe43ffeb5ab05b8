// Fastify with its own body parsers.
import { nodeListener } from "botwire/adapters/node";
import { fastify } from "fastify";
import { path, webhook } from "./webhook.mts";

export const app = fastify();
app.all(path, nodeListener(webhook));
