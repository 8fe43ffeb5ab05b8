// The worker of the demo, which uses the package as npm installs it.

import { createWebhookHandler } from "botwire";
import { answer } from "./bot.mjs";

/** A worker receives its settings with each request. This function is called once. */
const options = ({ BASE_URL, TOKEN, HOOK_PATH }) => ({ baseUrl: BASE_URL, token: TOKEN, path: HOOK_PATH });

export default { fetch: createWebhookHandler(options, answer) };
