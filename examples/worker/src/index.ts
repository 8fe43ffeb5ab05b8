// A Cloudflare Worker: settings from variables and secrets, and a Durable Object that all its isolates share.
import { createWebhookHandler, inOrder } from "botwire";
import { durableObjectStore, type UpdateClaims } from "botwire/stores/durable-object";
import { handler } from "./bot.ts";

export { UpdateClaims } from "botwire/stores/durable-object";

/** The secrets and bindings of wrangler.toml. */
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
      // An update that the service delivers twice is handled once, whichever isolate gets it.
      store: durableObjectStore(env.CLAIMS),
    }),
    // The updates of a chat are handled one after the other.
    inOrder({ store: (env: Env) => durableObjectStore(env.CLAIMS) }, handler),
  ),
} satisfies ExportedHandler<Env>;
