// A library with the package inside: the page's program.
import { Bot, createWebhookHandler, isApiError, isValidationError } from "botwire";
import { createEmulator, init } from "botwire/emulator";
import { scenario } from "./scenario.mjs";

/** Carries the scenario out, and starts the emulator. */
export async function run(at) {
  await init();
  const { baseUrl, token, fetch } = createEmulator();
  const { username } = await new Bot({ baseUrl, token, fetch }).getMe();
  return { username, ...(await scenario({ Bot, createWebhookHandler, isApiError, isValidationError }, at)) };
}
