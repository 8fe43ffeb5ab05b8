// Boots: a shop that shows its calls, one of which fails.
import { button, call, createWebhookHandler, inlineKeyboard, isApiError, on, reply } from "botwire";
import { options } from "./options";

/** The chat of the warehouse, which has never written to this bot. */
const WAREHOUSE = 999;

const menu = inlineKeyboard([[button.callback("Boots", "boots"), button.callback("My orders", "orders")]]);

export const handler = on({
  message: async (message, { bot }) => {
    if (message.text === "/notify") {
      try {
        await bot.sendMessage({ chat_id: WAREHOUSE, text: "Please send the boots." });
      } catch (error) {
        if (!isApiError(error)) throw error;
        return reply(message, "The warehouse does not answer.");
      }
    }
    if (message.text?.includes("order")) return reply(message, "It left today.");
    const chat_id = message.chat.id;
    const text = `Hello, ${message.from?.first_name ?? "you"}! What are you looking for?`;
    return call.sendMessage({ chat_id, text, reply_markup: menu });
  },

  callback_query: async ({ data, from }, { bot, answer }) => {
    const text = data === "boots" ? "Boots, €120.99" : "One pair of boots, which left today.";
    await bot.sendMessage({ chat_id: from.id, text });
    return answer();
  },
});

export default { fetch: createWebhookHandler(options, handler) };

// Try it:
// bot Boots @boots_bot
// > /start
// < Hello, Alice! What are you looking for?
// > [Boots]
// < Boots, €120.99
// > My order?
// < It left today.
// > /notify
// < The warehouse does not answer.
