// The handler of the bot, which counts the messages of each chat.
import { inOrder, on, reply, sessions, type SessionStore, type UpdateHandler, userIdOf } from "botwire";

// The types of the bot, for all handlers of the program.
declare module "botwire" {
  interface BotTypes {
    session: { count: number };
  }
}

const answer = on({
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
export const counter = (store: SessionStore): UpdateHandler<unknown, unknown> =>
  // The sessions handle updates of a chat one at a time. `inOrder` does so for those of a user in all chats.
  inOrder({ store, by: userIdOf }, sessions({ store, initial: () => ({ count: 0 }) }, answer));
