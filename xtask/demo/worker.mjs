// The worker of the demo, as one would deploy it, around the package as npm gives it.

import { createWebhookHandler } from "botwire";
import { answer } from "./bot.mjs";

/** A worker learns its settings with each request; they are asked for once. */
const options = ({ BASE_URL, TOKEN, HOOK_PATH }) => ({ baseUrl: BASE_URL, token: TOKEN, path: HOOK_PATH });

export default { fetch: createWebhookHandler(options, answer) };
