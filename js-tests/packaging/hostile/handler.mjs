// The webhook under test, with the options that come from the test.
import { createWebhookHandler } from "botwire";

/** Echoes messages. */
export const make = (options) =>
  createWebhookHandler(options, ({ message }) => {
    if (message?.chat) return { method: "sendMessage", chat_id: message.chat.id, text: message.text };
  });
