// Hello: a whole bot in ten lines.
import { createWebhookHandler, on, reply } from "botwire";
import { options } from "./options";

export const handler = on({
  message: (message) => {
    if (message.text === "/start") return reply(message, `Hello, ${message.from?.first_name ?? "you"}!`);
    if (message.text) return reply(message, `You wrote: ${message.text}`);
  },
});

export default { fetch: createWebhookHandler(options, handler) };

// Try it:
// > /start
// < Hello, Alice!
// > How are you?
// < You wrote: How are you?
