// The bot of `src/lib.rs` in JavaScript, reply for reply.
import { createWebhookHandler, on } from "botwire";

export const twin = (path, options) =>
  createWebhookHandler({ baseUrl: "https://service.invalid", token: "1:x", path, onError() {}, ...options }, on({
    callback_query: ({ data }, { answer }) => (data === undefined ? undefined : answer({ text: data })),
    inline_query: ({ query, from }, { answer }) =>
      answer({ results: [{ type: "article", id: "1", title: from.first_name, input_message_content: { message_text: query } }], cache_time: 0 }),
    shipping_query: ({ shipping_address }, { answer }) => answer({ ok: false, error_message: `not to ${shipping_address.city}` }),
    pre_checkout_query: ({ total_amount }, { answer }) =>
      answer(total_amount > 0 ? { ok: true } : { ok: false, error_message: "nothing to pay" }),
    message: replyTo,
    other: (_, { updateKind }) => (updateKind === undefined ? undefined : { method: "sendMessage", chat_id: 1, text: updateKind }),
  }));

function replyTo({ message_id, chat, text, location, contact, photo, caption }) {
  const to = { chat_id: chat.id };
  if (location) return { method: "sendLocation", ...to, latitude: location.latitude, longitude: location.longitude };
  if (contact) {
    const { phone_number, first_name, last_name } = contact;
    return { method: "sendContact", ...to, phone_number, first_name, last_name };
  }
  if (photo?.length) return { method: "sendPhoto", ...to, photo: photo.at(-1).file_id, caption, disable_notification: true };
  if (text === undefined) return undefined;
  const inline_keyboard = [[{ text: "again", callback_data: `again ${message_id}` }]];
  return { method: "sendMessage", ...to, text, reply_to_message_id: message_id, reply_markup: { inline_keyboard } };
}
