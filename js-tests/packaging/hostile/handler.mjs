// The webhook under test, with the options that come from the test.
import { createWebhookHandler } from "botwire";

/** Echoes messages, one that says `/late` after the deadline. */
export const make = (options) =>
  createWebhookHandler(options, ({ message }, context) => {
    if (!message?.chat) return undefined;
    const call = { method: "sendMessage", chat_id: message.chat.id, text: message.text };
    return message.text === "/late" ? afterDeadline(context).then(() => call) : call;
  });

const LOOK_MS = 20;

async function afterDeadline(context) {
  do await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  while (!context.isLate);
  // The answer is on its way by now, and its request is over.
  await new Promise((resolve) => setTimeout(resolve, 5 * LOOK_MS));
}
