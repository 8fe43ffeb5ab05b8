// A route of Next.js. The folder matches /hook/<anything>. The webhook accepts only HOOK_PATH.
import { createWebhookHandler } from "botwire";
import { after } from "next/server";
import { handler } from "../../../bot.ts";

/** Built without the secrets, which exist only where the server runs. */
export const dynamic = "force-dynamic";

interface Env {
  SERVICE?: string;
  BOT_TOKEN?: string;
  HOOK_PATH?: string;
}

const webhook = createWebhookHandler(
  ({ SERVICE = "", BOT_TOKEN = "", HOOK_PATH = "" }: Env) => ({ baseUrl: SERVICE, token: BOT_TOKEN, path: HOOK_PATH }),
  handler,
);

/** Next.js keeps running what `after` is given, so a handler that needs longer than the deadline ends too. */
const host = { waitUntil: (promise: Promise<unknown>): void => after(promise) };

export const POST = (request: Request): Promise<Response> => webhook(request, process.env, host);
