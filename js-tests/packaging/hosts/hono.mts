// Hono, on whichever runtime: its requests are std ones.
import { createWebhookHandler } from "botwire";
import { Hono } from "hono";
import { handle, options } from "./bot.mts";

const handler = createWebhookHandler(options, handle);

export const app = new Hono();
app.get("/health", (context) => context.text("fine"));
app.all(options.path!, ({ req, env }) => handler(req.raw, env));

/** On Workers, where a handler that outlasts the deadline needs `waitUntil`; elsewhere `executionCtx` throws. */
export const onWorkers = new Hono<{ Bindings: Record<string, never> }>();
onWorkers.all(options.path!, ({ req, env, executionCtx }) => handler(req.raw, env, executionCtx));
