// An edge function of Vercel.
import { createWebhookHandler } from "botwire";
import { handle, options } from "./bot.mts";

export const config = { runtime: "edge" };

export default createWebhookHandler(options, handle) satisfies (
  request: Request,
  context: { waitUntil(promise: Promise<unknown>): void },
) => Promise<Response>;
