// The handler of the bot. This file is the same on every host.
import { button, call, inlineKeyboard, on, reply } from "botwire";

/** A file of 1000 bytes, made here so that the example needs nothing else. */
const FILE = { data: Uint8Array.from({ length: 1000 }, (_, at) => at % 256), name: "bytes.bin" };

export const handler = on({
  message(message) {
    const { chat, text } = message;
    if (text === undefined) return;
    if (text === "/file") return call.sendDocument({ chat_id: chat.id, document: FILE });
    if (text === "/start") {
      return reply(message, "Write anything, or /file.", {
        reply_markup: inlineKeyboard([[button.callback("Press me", "pressed")]]),
      });
    }
    return reply(message, text);
  },
  callback_query: (query, { answer }) => answer({ text: query.data }),
});
