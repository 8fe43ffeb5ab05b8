// Calls with telegraf.
import { Telegram } from "telegraf";

const telegram = new Telegram(globalThis.BENCH_TOKEN ?? "1:TOKEN", { apiRoot: globalThis.BENCH_URL });

export const sendMessage = ({ chat_id, text, ...other }) => telegram.sendMessage(chat_id, text, other);
export const sendDocument = (chat_id, bytes) =>
  telegram.sendDocument(chat_id, { source: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), filename: "a.bin" });
