// Mistakes, each below a comment with the required first lines of TypeScript's error.
import { Bot, call, createWebhookHandler, inlineKeyboard, inOrder, on, poll, type InlineKeyboardButton, type Message, type SendMessageParams, type UpdateContext, type UpdateHandler } from "botwire";

interface Env {
  TOKEN: string;
}
declare const bot: Bot;
declare const message: Message;
declare const needsEnv: UpdateHandler<Env>;
declare const sends: SendMessageParams[];
const options = { baseUrl: "https://service.example", token: "1:a", path: "/hook/secret" };

// says: A button needs an action, one of url, callback_data,
bot.sendMessage({ chat_id: 1, text: "Hi", reply_markup: { inline_keyboard: [[{ text: "a" }]] } });
// says: A button needs an action
export const none: InlineKeyboardButton = { text: "a" };
// says: A button needs an action
inlineKeyboard([[{ text: "a" }]]);
// says: a button has one action
bot.sendMessage({ chat_id: 1, text: "Hi", reply_markup: { inline_keyboard: [[{ text: "a", url: "https://a.example", callback_data: "b" }]] } });
// says: a button has one action
export const two: InlineKeyboardButton = { text: "a", callback_data: "b", pay: true };
// says: a button asks for one thing
bot.sendMessage({ chat_id: 1, text: "Hi", reply_markup: { keyboard: [[{ text: "a", request_contact: true, request_location: true }]] } });

// says: An edit needs a target: chat_id and message_id, or inline_message_id
bot.editMessageText({ text: "Hi" });
// says: An edit needs a target
call.editMessageCaption({ caption: "Hi" });
// says: An edit needs a target
bot.setGameScore({ user_id: 1, score: 2 });
// says: 'message_id' is missing
call.editMessageText({ chat_id: 1, text: "Hi" });
// says: 'chat_id' is missing
call.editMessageText({ message_id: 1, text: "Hi" });
// says: an edit has one target
bot.editMessageText({ chat_id: 1, message_id: 2, inline_message_id: "x", text: "Hi" });

// says: A handler returns one call, not a list
createWebhookHandler(options, () => [call.sendMessage({ chat_id: 1, text: "a" })]);
// says: A handler returns one call, not a list
poll(bot, async () => [call.sendMessage({ chat_id: 1, text: "a" }), call.leaveChat({ chat_id: 1 })]);
// says: A handler returns one call, pass or nothing
on({ message: ({ chat }) => [call.leaveChat({ chat_id: chat.id })] });
// says: A handler returns one call, not a list
createWebhookHandler(options, () => sends.map((params) => call.sendMessage(params)));

// says: The handler needs an env: use createWebhookHandler((env: Env) => ({ … }), handler)
createWebhookHandler(options, (_, { env }: UpdateContext<Env>) => console.log(env.TOKEN));
// says: The handler needs an env
createWebhookHandler({ baseUrl: "https://service.example", token: "1:a", path: "/hook/secret" }, needsEnv);
// says: The handler needs an env
createWebhookHandler({ bot, path: "/hook/secret" }, inOrder({}, needsEnv));

// says: 'mesage' does not exist in type 'UpdateHandlers
on({ mesage: () => {} });
// says: 'poem' does not exist in type 'UpdateHandlers
on({ message: () => {}, poem: () => {} });
// says: Did you mean to write 'callback_query'
on({ callbackQuery: () => {} });

// says: An edit needs a target
bot.call("editMessageText", { text: "Hi" });
// says: 'text' is missing
call.sendMessage({ chat_id: message.chat.id });
