// call: the calls that handlers return, with every check of TypeScript.
import { call, createWebhookHandler, on } from "botwire";
import type { InlineCall, Methods } from "botwire";
import type { Assert, Same } from "./expect.js";

const options = { baseUrl: "https://example.com", token: "x", path: "/hook" };

type Names = Assert<Same<keyof typeof call, keyof Methods>>;
type Made = Assert<Same<ReturnType<typeof call.sendMessage>, InlineCall<"sendMessage">>>;
declare const any: { [Name in keyof Methods]: ReturnType<(typeof call)[Name]> }[keyof Methods];
any satisfies InlineCall;

call.getMe();
call.sendMessage({ chat_id: 1, text: "Hi", parse_mode: "HTML" });
call.editMessageText({ inline_message_id: "x", text: "Hi" });
call.sendPhoto({ chat_id: 1, photo: new Blob([]) });
// @ts-expect-error A misspelt parameter.
call.sendMessage({ chat_id: 1, text: "Hi", parse_mod: "HTML" });
// @ts-expect-error Also beside a union of targets.
call.editMessageText({ chat_id: 1, message_id: 2, text: "Hi", parse_mod: "HTML" });
// @ts-expect-error Also deep inside.
call.sendMessage({ chat_id: 1, text: "Hi", reply_markup: { inline_keyboard: [[{ text: "a", callback_dat: "b" }]] } });
// @ts-expect-error No such mode.
call.sendMessage({ chat_id: 1, text: "Hi", parse_mode: "html" });
// @ts-expect-error The text is missing.
call.sendMessage({ chat_id: 1 });
// @ts-expect-error The parameters are missing.
call.sendMessage();
// @ts-expect-error An edit without a target.
call.editMessageText({ text: "Hi" });
// @ts-expect-error No such method.
call.sendPoem({ chat_id: 1 });
// @ts-expect-error A returned call has no result.
call.getMe().id;
// @ts-expect-error Nor options.
call.getMe({}, { timeoutMs: 1 });

// Helpers need no type and no `as const`.
const greet = (chat_id: number) => call.sendMessage({ chat_id, text: "Hi" });
const either = (chat_id: number) => (chat_id > 0 ? greet(chat_id) : call.leaveChat({ chat_id }));
createWebhookHandler(options, ({ message }) => message && either(message.chat.id));
createWebhookHandler(options, async ({ message }) => (message ? greet(message.chat.id) : undefined));
on({ message: ({ chat }) => greet(chat.id), inline_query: ({ id }) => call.answerInlineQuery({ inline_query_id: id, results: [] }) });
