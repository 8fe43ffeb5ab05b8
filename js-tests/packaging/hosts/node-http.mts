// A server of node:http.
import { createServer } from "node:http";
import { createWebhookHandler } from "botwire";
import { nodeListener } from "botwire/adapters/node";
import { handle, options } from "./bot.mts";

export const server = createServer(nodeListener(createWebhookHandler(options, handle)));
