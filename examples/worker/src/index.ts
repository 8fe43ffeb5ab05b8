// A Cloudflare Worker. Settings are variables and secrets. All isolates share a Durable Object.
import { createWebhookHandler, inOrder } from "botwire";
import { durableObjectStore, type UpdateClaims } from "botwire/stores/durable-object";
import { handler } from "./bot.ts";

export { UpdateClaims } from "botwire/stores/durable-object";

/** The settings in .env, and the bindings of wrangler.toml. */
interface Env {
  SERVICE: string;
  BOT_TOKEN: string;
  HOOK_PATH: string;
  CLAIMS: DurableObjectNamespace<UpdateClaims>;
}

export default {
  fetch: createWebhookHandler(
    (env: Env) => ({
      baseUrl: env.SERVICE,
      token: env.BOT_TOKEN,
      path: env.HOOK_PATH,
      // An update that is delivered twice is handled once, in whichever isolate it arrives.
      store: durableObjectStore(env.CLAIMS),
    }),
    // The updates of a chat are handled one after the other.
    inOrder({ store: (env: Env) => durableObjectStore(env.CLAIMS) }, handler),
  ),
} satisfies ExportedHandler<Env>;
