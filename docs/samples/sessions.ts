// Sessions: a value for each chat, stored between updates.
import { button, chatIdOf, createWebhookHandler, inlineKeyboard, on, reply, targetOf, type UpdateHandler } from "botwire";
import { options } from "./options";

interface Session {
  count: number;
}

/** A real bot keeps sessions in a database: memory is lost when the isolate ends. */
const sessions = new Map<number, Session>();

const reset = inlineKeyboard([[button.callback("Start over", "reset")]]);

const answer = on<unknown, { session: Session }>({
  message: (message, { session }) => reply(message, `Message ${++session.count}`, { reply_markup: reset }),
  callback_query: async (query, { session, bot, answer }) => {
    session.count = 0;
    await bot.editMessageText({ ...targetOf(query), text: "Your next message is number 1." });
    return answer();
  },
});

/** Middleware: a handler that calls another one with a larger context. */
export const handler: UpdateHandler = async (update, context) => {
  // The chat of any update: a pressed button has the session of the message that it belongs to.
  const chat = chatIdOf(update);
  if (chat === undefined) return;
  const session = sessions.get(chat) ?? { count: 0 };
  const result = await answer(update, context.with({ session }));
  sessions.set(chat, session);
  return result;
};

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
