// A webhook among other routes of Hono, on Cloudflare Workers. Workers KV records which updates were handled.
import { createWebhookHandler } from "botwire";
import { workersKvStore } from "botwire/stores/workers-kv";
import { Hono } from "hono";
import { handler } from "./bot.ts";

/** The settings in .env, and the bindings of wrangler.toml. */
interface Env {
  SERVICE: string;
  BOT_TOKEN: string;
  HOOK_PATH: string;
  UPDATES: KVNamespace;
}

const webhook = createWebhookHandler(
  (env: Env) => ({ baseUrl: env.SERVICE, token: env.BOT_TOKEN, path: env.HOOK_PATH, store: workersKvStore(env.UPDATES) }),
  handler,
);

const app = new Hono<{ Bindings: Env }>();
app.get("/health", (context) => context.text("fine"));
// Add it before middleware that reads the body. `executionCtx` lets a slow handler continue after the response.
app.all("/hook/*", ({ req, env, executionCtx }) => webhook(req.raw, env, executionCtx));

export default app;
