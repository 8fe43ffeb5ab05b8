// A Cloudflare Worker: settings from variables and secrets, and two Durable Objects that all its isolates share.
import { createWebhookHandler } from "botwire";
import { type ChatTurns, durableObjectStore, inChatOrder, type UpdateClaims } from "botwire/stores/durable-object";
import { handler } from "./bot.ts";

export { ChatTurns, UpdateClaims } from "botwire/stores/durable-object";

/** The variables, secrets and bindings of wrangler.toml and .dev.vars. */
interface Env {
  SERVICE: string;
  BOT_TOKEN: string;
  HOOK_PATH: string;
  CLAIMS: DurableObjectNamespace<UpdateClaims>;
  TURNS: DurableObjectNamespace<ChatTurns>;
}

export default {
  fetch: createWebhookHandler(
    (env: Env) => ({
      baseUrl: env.SERVICE,
      token: env.BOT_TOKEN,
      path: env.HOOK_PATH,
      // An update that the service delivers twice is handled once, whichever isolate gets it.
      store: durableObjectStore(env.CLAIMS),
    }),
    // The updates of a chat are handled one after the other.
    inChatOrder((env: Env) => env.TURNS, handler),
  ),
} satisfies ExportedHandler<Env>;
