// Sessions: a value for each chat, stored between updates.
import { button, createWebhookHandler, inlineKeyboard, memoryStore, reply, sessions, targetOf } from "botwire";
import { options } from "./options"; // yours: { baseUrl, token, path }

const reset = inlineKeyboard([[button.callback("Start over", "reset")]]);

/** A real bot keeps sessions in a database: memory is lost when the isolate ends. */
const store = memoryStore();

// The chat of any update: a pressed button has the session of the message that it belongs to.
export const handler = sessions({ store, initial: () => ({ count: 0 }) }, async ({ message, callback_query: query }, context) => {
  const { session, bot } = context;
  if (message) return reply(message, `Message ${++session.count}`, { reply_markup: reset });
  if (!query) return;
  session.count = 0;
  await bot.editMessageText({ ...targetOf(query), text: "Your next message is number 1." });
  context.answer();
});

export default { fetch: createWebhookHandler(options, handler) };

// Try it:
// > Hello
// < Message 1
// > Again
// < Message 2
// > [Start over]
// < Your next message is number 1.
// > Once more
// < Message 1
