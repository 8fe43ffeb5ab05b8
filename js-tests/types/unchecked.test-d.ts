// unchecked fits anywhere, without loosening the types around it.
import { type Bot, button, call, inlineKeyboard, unchecked } from "botwire";

declare const bot: Bot;
bot.sendMessage({ chat_id: 1, text: "a", parse_mode: unchecked("New") });
bot.sendMessage({ chat_id: unchecked({}), text: unchecked(5) });
bot.sendMessage({ chat_id: 1, text: "a", reply_markup: inlineKeyboard([[button.callback("a", "b"), unchecked({ text: "a", web_app: {} })]]) });
bot.sendMessage({ chat_id: 1, text: "a", reply_markup: { inline_keyboard: [[unchecked({ text: "a" })]] } });
call.sendMessage({ chat_id: 1, text: "a", parse_mode: unchecked("New") });
// @ts-expect-error A string.
bot.sendMessage({ chat_id: 1, text: 5, parse_mode: unchecked("New") });
// @ts-expect-error The text is missing.
bot.sendMessage({ chat_id: 1, parse_mode: unchecked("New") });
