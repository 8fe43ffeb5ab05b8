// The bot of `src/lib.rs` in JavaScript, reply for reply.
import { createWebhookHandler } from "botwire";

export const twin = (path) =>
  createWebhookHandler({ baseUrl: "https://service.invalid", token: "1:x", path }, (update, { updateKind }) => {
    const { callback_query, message } = update;
    if (callback_query) {
      if (callback_query.data === undefined) return undefined;
      return { method: "answerCallbackQuery", callback_query_id: callback_query.id, text: callback_query.data };
    }
    if (updateKind === undefined) return undefined;
    if (!message) return { method: "sendMessage", chat_id: 1, text: updateKind };
    if (message.text === undefined) return undefined;
    return { method: "sendMessage", chat_id: message.chat.id, text: message.text, reply_to_message_id: message.message_id };
  });
