// Calls with botwire.
import { Bot } from "botwire";

const bot = new Bot({ baseUrl: globalThis.BENCH_URL, token: globalThis.BENCH_TOKEN ?? "1:TOKEN" });

export const sendMessage = (params) => bot.sendMessage(params);
/** Without the AbortSignal and the timer of a timeout. */
export const sendMessageWithoutTimeout = (params) => bot.sendMessage(params, { timeoutMs: 0 });
export const sendDocument = (chat_id, bytes) => bot.sendDocument({ chat_id, document: { data: bytes, name: "a.bin" } });
