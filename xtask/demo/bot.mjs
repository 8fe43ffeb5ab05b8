// The bot of the demo: one handler, which gets its updates from a webhook or by long polling.

/** Answers a text with the same, and `/count` with its length. */
export async function answer(update, { bot }) {
  const message = update.message;
  if (!message?.text) return;
  const chat_id = message.chat.id;

  if (message.text === "/count") {
    // An ordinary call: a request of its own, whose result comes back.
    const sent = await bot.sendMessage({ chat_id, text: `“${message.text}” has ${message.text.length} characters.` });
    // A returned call: a webhook answers with it, so it costs no request, and nobody learns what came of it.
    return { method: "sendMessage", chat_id, text: `The service gave that message the number ${sent.message_id}.` };
  }
  return { method: "sendMessage", chat_id, text: `You wrote “${message.text}”.`, reply_to_message_id: message.message_id };
}
