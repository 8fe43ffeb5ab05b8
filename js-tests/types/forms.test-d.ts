// A form as parameters, with the platform's own types and with those of URLSearchParams.
import { type Bot, call, type FormLike, type Message, type SendMessageParams } from "botwire";
import type { Assert, Same } from "./expect.js";

declare const bot: Bot;
declare const form: FormData;

const sent = bot.sendDocument(form);
export type Sent = Assert<Same<typeof sent, Promise<Message>>>;
const called = bot.call("sendMessage", form, { timeoutMs: 5 });
export type Called = Assert<Same<typeof called, Promise<Message>>>;
bot.getMe(form);
bot.sendMessage(new URLSearchParams("chat_id=1&text=a"));
bot.call("sendPoll", form);
export const like: FormLike = form;
declare const either: SendMessageParams | FormData;
bot.sendMessage(either);

// An object is checked as before.
// @ts-expect-error
bot.sendMessage({ chat_id: 1, text: "a", parse_mod: "HTML" });
// @ts-expect-error
bot.sendMessage({ chat_id: 1 });
// @ts-expect-error
bot.sendMessage(new Map());
// A returned call must be a plain object.
// @ts-expect-error
call.sendMessage(form);
