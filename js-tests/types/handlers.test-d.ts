// Helpers of handlers: commands, replies, targets of edits, routes, texts with markup, broadcasts.
import { Bot, broadcast, call, callbackRoutes, chatIdOf, commandOf, commands, createWebhookHandler, gather, gathered, html, markdown, on, quote, reply, replyWith, targetOf, userIdOf } from "botwire";
import type { ApiError, CallbackQuery, ChosenInlineResult, InlineCall, Markup, Message, Update, UpdateHandler } from "botwire";
import type { Assert, Same } from "./expect.js";

declare const message: Message;
declare const query: CallbackQuery;
declare const chosen: ChosenInlineResult;
declare const bot: Bot;
declare const update: Update;

// Commands.
createWebhookHandler({ baseUrl: "https://example.com", token: "x", path: "/hook" }, (update) => {
  const command = commandOf(update.message, "my_bot");
  if (command?.command === "start") command.payload satisfies string | undefined;
  // @ts-expect-error There may be none.
  command.args;
});
// @ts-expect-error A query is not a message.
commandOf(query);

// The chat and the user of an update.
type Origin = [Assert<Same<ReturnType<typeof chatIdOf>, number | undefined>>, Assert<Same<ReturnType<typeof userIdOf>, number | undefined>>];
createWebhookHandler({ baseUrl: "https://example.com", token: "x", path: "/hook" }, (update, context) => {
  [chatIdOf(update), userIdOf(context.update)] satisfies [unknown, unknown];
});
const origin = chatIdOf(update);
if (origin !== undefined) await bot.sendMessage({ chat_id: origin, text: "Hi" });
// @ts-expect-error There may be none.
await bot.sendMessage({ chat_id: chatIdOf(update), text: "Hi" });
// @ts-expect-error A message is not an update: its chat is `message.chat`.
chatIdOf(message);
// @ts-expect-error A query is not an update.
userIdOf(query);

// Replies and targets, returned and called.
on({
  message: (value) => reply(value, "Hi", { disable_notification: true }),
  callback_query: (value) => call.editMessageText({ ...targetOf(value), text: "Hi" }),
  chosen_inline_result: (value) => call.editMessageText({ ...targetOf(value), ...html`Hi` }),
});
await bot.editMessageReplyMarkup({ ...targetOf(query), reply_markup: { inline_keyboard: [] } });
await bot.setGameScore({ ...targetOf(query), user_id: 1, score: 2 });
await bot.deleteMessage(targetOf(message));
// @ts-expect-error A message that was sent in inline mode cannot be deleted.
await bot.deleteMessage(targetOf(query));
// @ts-expect-error The text is missing.
await bot.editMessageText({ ...targetOf(chosen) });
// @ts-expect-error A misspelt parameter.
reply(message, "Hi", { parse_mod: "HTML" });
// @ts-expect-error The chat is that of the message.
reply(message, "Hi", { chat_id: 1 });
reply(query, "Hi");
quote(message, "Hi");
// @ts-expect-error A query is not a message.
quote(query, "Hi");
// @ts-expect-error A result has no chat.
reply(chosen, "Hi");
on({
  message: (value) => replyWith(value, "sendPhoto", { photo: new Blob([]), ...html`<b>a</b>`.toCaption() }),
  edited_message: (value) => replyWith(value, "sendLocation", { latitude: 1, longitude: 2, live_period: 60 }),
  channel_post: (value) => replyWith(value, "sendMediaGroup", { media: [{ type: "photo", media: "a" }, { type: "video", media: "b" }] }),
});
replyWith(message, "sendSticker", { sticker: "a" }) satisfies InlineCall<"sendSticker">;
// @ts-expect-error The photo is missing.
replyWith(message, "sendPhoto", { caption: "a" });
// @ts-expect-error A parameter of another method.
replyWith(message, "sendPhoto", { photo: "a", latitude: 1 });
// @ts-expect-error The chat is that of the message.
replyWith(message, "sendPhoto", { photo: "a", chat_id: 1 });
// @ts-expect-error It sends no message.
replyWith(message, "sendChatAction", { action: "typing" });
// @ts-expect-error An edit is not a reply.
replyWith(message, "editMessageText", { text: "a" });

// A call that was made is sent by the bot, with the result of its method.
(await bot.call(reply(message, "Hi"))) satisfies Message;
(await bot.call(replyWith(message, "sendMediaGroup", { media: [] }), { timeoutMs: 5 })) satisfies Message[];
(await bot.call({ method: "getChatMembersCount", chat_id: 1 })) satisfies number;
// @ts-expect-error No such method.
bot.call({ method: "sendPoem", chat_id: 1 });
// @ts-expect-error The text is missing.
bot.call({ method: "sendMessage", chat_id: 1 });

// @ts-expect-error A user has no message.
targetOf(message.from);
// @ts-expect-error Nothing has no message.
targetOf({});
// @ts-expect-error Nor has a query without both.
targetOf({ data: "x" });
targetOf({ message });
targetOf({ inline_message_id: "x" });
targetOf({ id: query.id, message: query.message!, inline_message_id: "x" });

// Routes are handlers of updates. What `env` and `session` are is in ./bot.
callbackRoutes({
  "page:": (value, rest, { answer, env, updateKind }) => {
    [value satisfies CallbackQuery, rest satisfies string, env satisfies unknown, updateKind satisfies "callback_query"];
    return answer({ text: rest });
  },
  "edit:": async (value, rest) => call.editMessageText({ ...targetOf(value), text: rest }),
  "": () => {},
}) satisfies UpdateHandler;
createWebhookHandler(
  { baseUrl: "https://service.example", token: "1:a", path: "/hook/secret" },
  callbackRoutes({ "": (_, rest, { answer }) => answer({ text: rest }) }),
);
// @ts-expect-error A handler of updates, not of queries.
on({ callback_query: callbackRoutes({}) });
// @ts-expect-error No such parameter of an answer.
callbackRoutes({ "": (_, rest, { answer }) => answer({ txt: rest }) });
// @ts-expect-error No such method.
callbackRoutes({ "": () => ({ method: "sendPoem" }) });

// Texts with markup are spread into calls, and have a type different from plain ones.
const greeting = html`Hello, <b>${message.chat.title ?? 5}</b> ${html.link(html.bold("a"), new URL("https://example.com"))}`;
greeting satisfies Markup<"HTML">;
await bot.sendMessage({ chat_id: 1, ...greeting });
await bot.sendPhoto({ chat_id: 1, photo: "x", ...markdown`*${"a"}*`.toCaption() });
await bot.editMessageText({ ...targetOf(query), ...markdown.join(["a", markdown.bold("b")], "\n") });
({ type: "article", id: "1", title: "a", input_message_content: { ...greeting.toMessageText() } }) satisfies Parameters<typeof call.answerInlineQuery>[0]["results"][number];
html.escape("<") satisfies string;
// @ts-expect-error Its parse_mode would be missing.
await bot.sendMessage({ chat_id: 1, text: greeting });
// @ts-expect-error Of the other kind.
html`${markdown.bold("a")}`;
// @ts-expect-error Of the other kind.
markdown.bold(html.bold("a"));
// @ts-expect-error Nothing is not text.
html`${message.text}`;
// @ts-expect-error Plain fields are not text with markup.
html`${{ text: "<b>", parse_mode: "HTML" as const }}`;
// @ts-expect-error A caption is not a message.
await bot.sendMessage({ chat_id: 1, ...greeting.toCaption() });

// Broadcasts.
const chats: number[] = [1, 2];
for await (const outcome of broadcast(bot, chats, (chat_id) => call.sendMessage({ chat_id, text: "Hi" }), { perSecond: 5 })) {
  type Chat = Assert<Same<typeof outcome.chat_id, number>>;
  outcome.cursor satisfies number;
  if (outcome.status === "sent") outcome.result satisfies Message;
  else if (outcome.status === "moved") [outcome.result satisfies Message, outcome.migrate_to_chat_id satisfies number];
  else if (outcome.status === "blocked") outcome.error satisfies ApiError;
  else outcome.status satisfies "failed";
  // @ts-expect-error Only where it was sent.
  outcome.result;
}
async function* rows() {
  yield "@channel";
}
broadcast(bot, rows(), async (chat_id) => call.sendChatAction({ chat_id, action: "typing" }));
// @ts-expect-error A call has a method.
broadcast(bot, chats, (chat_id) => ({ chat_id, text: "Hi" }));
// @ts-expect-error No such option.
broadcast(bot, chats, (chat_id) => call.leaveChat({ chat_id }), { perMinute: 5 });
// @ts-expect-error Messages are not chats.
broadcast(bot, [message], (chat_id) => call.leaveChat({ chat_id }));

// Routes by command, with the context of messages.
commands({ start: (message, { payload, args }, { updateKind }) => ({ method: "sendMessage", chat_id: message.chat.id, text: updateKind + args + payload }) }) satisfies UpdateHandler;
// @ts-expect-error Without what it does.
commands({ start: { help: "Starts" } });
// @ts-expect-error Not a function.
commands({ start: "Hi" });

// Messages that are handled together: the first one keeps its type.
gather({}, on({
  message: {
    photo: (message, context) => {
      const [first, second, ...others] = gathered(message, context);
      first.photo.length satisfies number;
      type Second = Assert<Same<typeof second, Message | undefined>>;
      others satisfies Message[];
      // @ts-expect-error Only the first one is known to be a photo.
      others[0]!.photo.length;
    },
  },
})) satisfies UpdateHandler;
gather({ by: (message) => message.from?.id, quietMs: 500, maxMs: 3000, maxMessages: 10 }, () => {});
// @ts-expect-error No such way.
gather({ by: "user" }, () => {});
// @ts-expect-error A key is a text or a number.
gather({ by: () => true }, () => {});
// @ts-expect-error A query is not a message.
gathered(query, {});
