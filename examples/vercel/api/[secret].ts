// A Vercel function on the edge runtime. The name of this file takes /api/<anything>; HOOK_PATH is the one that is answered.
import { Redis } from "@upstash/redis";
import { createWebhookHandler, inOrder, memoryStore } from "botwire";
import { redisStore } from "botwire/stores/redis";
import { handler } from "../bot.ts";

declare const process: { readonly env: Record<string, string | undefined> };

const { SERVICE = "", BOT_TOKEN = "", HOOK_PATH = "", UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN, VERCEL } = process.env;

// The isolates of Vercel share a Redis. On your machine there is one process, so its memory is enough.
const store = VERCEL ? redisStore(new Redis({ url: UPSTASH_REDIS_REST_URL, token: UPSTASH_REDIS_REST_TOKEN })) : memoryStore();

export const config = { runtime: "edge" };

export default createWebhookHandler(
  // An update that the service delivers twice is handled once, and those of a chat one after the other.
  { baseUrl: SERVICE, token: BOT_TOKEN, path: HOOK_PATH, store },
  inOrder({ store }, handler),
) satisfies (request: Request, context: { waitUntil(promise: Promise<unknown>): void }) => Promise<Response>;
