// A route of Next.js. The folder matches /hook/<anything>. The webhook accepts only HOOK_PATH.
import { createWebhookHandler } from "botwire";
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

export const POST = (request: Request): Promise<Response> => webhook(request, process.env);
