// Calls with grammY.
import { Api, InputFile } from "grammy";

const api = new Api(globalThis.BENCH_TOKEN ?? "1:TOKEN", { apiRoot: globalThis.BENCH_URL });

export const sendMessage = ({ chat_id, text, ...other }) => api.sendMessage(chat_id, text, other);
export const sendDocument = (chat_id, bytes) => api.sendDocument(chat_id, new InputFile(bytes, "a.bin"));
