// Hono on another runtime than Workers, where `executionCtx` throws.
import { Hono } from "hono";
import { path, webhook } from "./webhook.mts";

export const app = new Hono();
app.get("/health", (context) => context.text("fine"));
app.all(path, ({ req, env }) => webhook(req.raw, env));
