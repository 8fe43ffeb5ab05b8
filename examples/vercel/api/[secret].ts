// A Vercel function on the edge runtime. The name of this file takes /api/<anything>; HOOK_PATH is the one that is answered.
import { createWebhookHandler } from "botwire";
import { handler } from "../bot.ts";

declare const process: { readonly env: Record<string, string | undefined> };

const { SERVICE = "", BOT_TOKEN = "", HOOK_PATH = "" } = process.env;

export const config = { runtime: "edge" };

export default createWebhookHandler({ baseUrl: SERVICE, token: BOT_TOKEN, path: HOOK_PATH }, handler) satisfies (
  request: Request,
  context: { waitUntil(promise: Promise<unknown>): void },
) => Promise<Response>;
