// Group moderation: greets, warns, deletes, removes.
import { Bot, call, createWebhookHandler, html, isApiError, on } from "botwire";
import { options, service } from "./options";

const WARNINGS = 2;
const FORBIDDEN = /casino|free money|https?:\/\//i;

/** Warnings by chat and user. A real bot keeps them in a database. */
const warned = new Map<string, number>();

// With `followMigration`, calls for a group that became a supergroup are repeated there.
export const bot = new Bot({ ...service, followMigration: true });

export const handler = on({
  message: async (message, { bot }) => {
    const { chat, from, text = message.caption ?? "", new_chat_members, message_id } = message;
    if (chat.type === "private") {
      return call.sendMessage({ chat_id: chat.id, text: "I look after groups. Go to the group and write an ad!" });
    }
    const people = new_chat_members?.filter(({ is_bot }) => !is_bot) ?? [];
    if (people.length > 0) {
      const names = html.join(people.map(({ first_name }) => html.bold(first_name)), ", ");
      return call.sendMessage({ chat_id: chat.id, ...html`Welcome, ${names}! No ads, please.` });
    }
    if (!from || !FORBIDDEN.test(text)) return;

    const key = `${chat.id}/${from.id}`;
    const count = (warned.get(key) ?? 0) + 1;
    warned.set(key, count);
    try {
      await bot.deleteMessage({ chat_id: chat.id, message_id });
      if (count > WARNINGS) {
        await bot.kickChatMember({ chat_id: chat.id, user_id: from.id });
        warned.delete(key);
        return call.sendMessage({ chat_id: chat.id, text: `${from.first_name} had to go.` });
      }
      return call.sendMessage({ chat_id: chat.id, text: `${from.first_name}, no ads here. Warning ${count} of ${WARNINGS}.` });
    } catch (error) {
      // Administrators cannot be removed, and without the right to delete the service refuses.
      if (!isApiError(error)) throw error;
      return call.sendMessage({ chat_id: chat.id, text: `I cannot: ${error.description}` });
    }
  },
});

export default { fetch: createWebhookHandler({ bot, path: options.path, onError: options.onError }, handler) };

// Try it:
// bot Sheriff @sheriff_bot
// Bob in the group > Free money at my casino!
// < Bob, no ads here. Warning 1 of 2.
// in the group > Shall we meet at six?
// Carol joins
// < Welcome, Carol!
