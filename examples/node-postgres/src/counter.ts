// The handler of the bot, which counts the messages of each chat.
import { inOrder, on, reply, type SessionContext, sessions, type SessionStore, type UpdateHandler, userIdOf } from "botwire";

interface Session {
  count: number;
}

const answer = on<unknown, SessionContext<Session>>({
  async message(message, context) {
    if (message.text === "/reset") {
      context.session = undefined;
      return reply(message, "I start over.");
    }
    await context.bot.sendChatAction({ chat_id: message.chat.id, action: "typing" });
    return reply(message, `Message ${++context.session.count}`);
  },
});

/** The handler, with its sessions and turns in that store. */
export const counter = (store: SessionStore): UpdateHandler =>
  // The sessions handle updates of a chat one at a time. `inOrder` does so for those of a user in all chats.
  inOrder({ store, by: userIdOf }, sessions<Session>({ store, initial: () => ({ count: 0 }) }, answer));
