// Inline calls: a webhook handler returns a method with its parameters, and gets no result.
import { createWebhookHandler } from "botwire";
import type { InlineCall, Message, MethodMap, MethodName } from "botwire";
import type { Assert, Same } from "./expect.js";

const options = { baseUrl: "https://example.com", token: "x", path: "/hook" };

createWebhookHandler(options, async (update) => {
  const message = update.message;
  if (message?.text) return { method: "sendMessage", chat_id: message.chat.id, text: message.text };
});
createWebhookHandler(options, (update) => {
  if (update.callback_query) return { method: "answerCallbackQuery", callback_query_id: update.callback_query.id };
  return undefined;
});
createWebhookHandler(options, () => {});
createWebhookHandler(options, async () => ({ method: "editMessageText", inline_message_id: "x", text: "Hi" }));

// The result of an awaited call may be returned, and means no further call; a text or a number is a mistake.
createWebhookHandler(options, async (update, { bot }) => bot.sendMessage({ chat_id: 1, text: "Hi" }));
createWebhookHandler(options, async (update, { bot }) => bot.deleteMessage({ chat_id: 1, message_id: 2 }));
createWebhookHandler(options, async (update, { bot }) => bot.getUpdates());
// @ts-expect-error A text.
createWebhookHandler(options, async (update, { bot }) => bot.exportChatInviteLink({ chat_id: 1 }));
// @ts-expect-error The text is missing.
createWebhookHandler(options, async () => ({ method: "sendMessage", chat_id: 1 }));
// @ts-expect-error No such method.
createWebhookHandler(options, async () => ({ method: "sendPoem", chat_id: 1, text: "Hi" }));
// @ts-expect-error An edit without a target.
createWebhookHandler(options, async () => ({ method: "editMessageText", text: "Hi" }));

({ method: "getMe" }) satisfies InlineCall;
({ method: "sendPhoto", chat_id: 1, photo: new Blob([]) }) satisfies InlineCall;
({ method: "answerPreCheckoutQuery", pre_checkout_query_id: "x", ok: true }) satisfies InlineCall;
// @ts-expect-error The method is missing.
({ chat_id: 1, text: "Hi" }) satisfies InlineCall;
// @ts-expect-error An unknown parameter.
({ method: "sendMessage", chat_id: 1, text: "Hi", txt: "Hi" }) satisfies InlineCall;
// @ts-expect-error A parameter of another method.
({ method: "sendMessage", chat_id: 1, text: "Hi", photo: "x" }) satisfies InlineCall;
// @ts-expect-error A button without an action.
({ method: "sendMessage", chat_id: 1, text: "Hi", reply_markup: { inline_keyboard: [[{ text: "Press" }]] } }) satisfies InlineCall;
// @ts-expect-error A message is required when not ok.
({ method: "answerPreCheckoutQuery", pre_checkout_query_id: "x", ok: false }) satisfies InlineCall;

declare const call: InlineCall;
if (call.method === "sendMessage") {
  call.text satisfies string;
  // @ts-expect-error A parameter of another method.
  call.photo;
}
// @ts-expect-error The service tells no result of an inline call.
call.result;
// @ts-expect-error Nor can it be used as one.
call satisfies Message;
type Names = Assert<Same<InlineCall["method"], MethodName>>;
type Count = Assert<Same<MethodName, keyof MethodMap>>;
