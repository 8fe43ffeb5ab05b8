// Cloudflare Workers without a framework, handled updates in KV.
import { createWebhookHandler } from "botwire";
import { workersKvStore } from "botwire/stores/workers-kv";
import { handler } from "./bot.ts";

/** As `wrangler types` writes it. */
interface Env {
  UPDATES: KVNamespace;
}

export default {
  fetch: createWebhookHandler<Env>(
    {
      baseUrl: "https://service.example",
      token: "123456:secret",
      path: "/hook/3f9a",
      store: (env) => workersKvStore(env.UPDATES),
    },
    handler,
  ),
} satisfies ExportedHandler<Env>;
