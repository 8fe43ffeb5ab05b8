// Cloudflare Workers: claims in a Durable Object, order within chats by another; and a worker whose claims are in KV.
import { createWebhookHandler } from "botwire";
import { type ChatTurns, durableObjectStore, inChatOrder, type UpdateClaims } from "botwire/stores/durable-object";
import { workersKvStore } from "botwire/stores/workers-kv";
import { handle, options } from "./bot.mts";

export { ChatTurns, UpdateClaims } from "botwire/stores/durable-object";

/** As `wrangler types` writes it. */
interface Env {
  CLAIMS: DurableObjectNamespace<UpdateClaims>;
  TURNS: DurableObjectNamespace<ChatTurns>;
  UPDATES: KVNamespace;
}

export default {
  fetch: createWebhookHandler<Env>(
    { ...options, store: (env) => durableObjectStore(env.CLAIMS) },
    inChatOrder((env) => env.TURNS, handle),
  ),
} satisfies ExportedHandler<Env>;

export const withKv = {
  fetch: createWebhookHandler<Env>({ ...options, store: (env) => workersKvStore(env.UPDATES) }, handle),
} satisfies ExportedHandler<Env>;
