// A Vercel function on the edge runtime. The file name matches /api/<anything>. The webhook accepts only HOOK_PATH.
import { Redis } from "@upstash/redis";
import { createWebhookHandler, inOrder, memoryStore } from "botwire";
import { redisStore } from "botwire/stores/redis";
import { handler } from "../bot.ts";

declare const process: { readonly env: Record<string, string | undefined> };

const { SERVICE = "", BOT_TOKEN = "", HOOK_PATH = "", UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN, VERCEL } = process.env;

// The isolates of Vercel share a Redis. On your machine, the memory of the only process is enough.
const store = VERCEL ? redisStore(new Redis({ url: UPSTASH_REDIS_REST_URL, token: UPSTASH_REDIS_REST_TOKEN })) : memoryStore();

export const config = { runtime: "edge" };

export default createWebhookHandler(
  // An update that is delivered twice is handled once, and the updates of a chat are handled in order.
  { baseUrl: SERVICE, token: BOT_TOKEN, path: HOOK_PATH, store },
  inOrder({ store }, handler),
) satisfies (request: Request, context: { waitUntil(promise: Promise<unknown>): void }) => Promise<Response>;
