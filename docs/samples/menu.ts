// Menu with buttons: callback buttons, a reply keyboard, edits.
import { Bot, button, call, createWebhookHandler, html, inlineKeyboard, on, removeKeyboard, replyKeyboard, targetOf } from "botwire";
import { options, service } from "./options";

const DISHES = { soup: "Noodle soup", pizza: "Pizza", salad: "Green salad" };
type Dish = keyof typeof DISHES;

/** Rows of buttons. A press returns the `callback_data`, 1 to 64 bytes. */
const menu = (chosen?: Dish) =>
  inlineKeyboard([
    ...Object.entries(DISHES).map(([dish, name]) => [button.callback(dish === chosen ? `${name} ✓` : name, dish)]),
    [button.callback("Ask the chef", "chef"), button.url("About food", "https://food.example/")],
  ]);

const delivery = replyKeyboard(
  [[button.requestContact("My number"), button.requestLocation("My place")], ["No, thanks"]],
  { resize_keyboard: true, one_time_keyboard: true },
);

// With `retry`, calls of `bot` wait for their turn after a 429: try the button under Faults.
export const bot = new Bot({ ...service, retry: 3 });

export const handler = on({
  message: ({ chat, text, contact, location }) => {
    const say = (text: string) => call.sendMessage({ chat_id: chat.id, text, reply_markup: removeKeyboard() });
    if (contact) return say(`Thank you! We call ${contact.phone_number}.`);
    if (location) return say("Thank you! We bring it to you.");
    if (text === "No, thanks") return say("As you like.");
    if (text === "/delivery") {
      return call.sendMessage({ chat_id: chat.id, text: "How do we find you?", reply_markup: delivery });
    }
    return call.sendMessage({ chat_id: chat.id, text: "What would you like to eat? Or see /delivery", reply_markup: menu() });
  },

  // `answer` answers this kind of query, here with answerCallbackQuery. Answer every press.
  callback_query: async (query, { bot, answer }) => {
    const { data } = query;
    if (data === "chef") return answer({ text: "The chef recommends the soup. Always.", show_alert: true });
    const dish = DISHES[data as Dish];
    if (!dish) return answer();
    await bot.editMessageText({ ...targetOf(query), ...html`You chose <b>${dish}</b>.`, reply_markup: menu(data as Dish) });
    return answer({ text: "Good choice!" });
  },
});

export default { fetch: createWebhookHandler({ bot, path: options.path, onError: options.onError }, handler) };

// Try it:
// bot Chez Botwire @menu_bot
// > I am hungry
// < What would you like to eat? Or see /delivery
// > [Pizza]
// < You chose Pizza.
// > /delivery
// < How do we find you?
// > [No, thanks]
// < As you like.
