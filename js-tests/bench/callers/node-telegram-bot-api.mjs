// Calls with node-telegram-bot-api and an explicit fetch: its own way to call fetch is an illegal invocation in
// workerd.
import { Api, InputFile } from "node-telegram-bot-api";

const api = new Api("1:TOKEN", { apiRoot: globalThis.BENCH_URL, fetch: (...args) => globalThis.fetch(...args) });

export const sendMessage = (params) => api.sendMessage(params);
export const sendDocument = (chat_id, bytes) => api.sendDocument({ chat_id, document: new InputFile(bytes, { filename: "a.bin" }) });
