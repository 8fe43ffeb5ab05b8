// Sessions: a value for each chat, kept between updates.
import { createWebhookHandler, on, reply, type UpdateHandler } from "botwire";
import { options } from "./options";

interface Session {
  count: number;
}

/** A real bot keeps sessions in a database: memory is lost when the isolate ends. */
const sessions = new Map<number, Session>();

const answer = on<unknown, { session: Session }>({
  message: (message, { session }) => reply(message, `Message ${++session.count}`),
});

/** Middleware: a handler that calls another one with a larger context. */
export const handler: UpdateHandler = async (update, context) => {
  const chat = update.message?.chat.id ?? 0;
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
