// The bot of the demo: one handler for updates from a webhook or long polling.

/** Echoes a text, and answers `/count` with its length. */
export async function answer(update, { bot }) {
  const message = update.message;
  if (!message?.text) return;
  const chat_id = message.chat.id;

  if (message.text === "/count") {
    // An ordinary call is a separate request, and returns its result.
    const sent = await bot.sendMessage({ chat_id, text: `“${message.text}” has ${message.text.length} characters.` });
    // A returned call is sent in the webhook's response. It saves a request, but its result is not reported.
    return { method: "sendMessage", chat_id, text: `The service gave that message the number ${sent.message_id}.` };
  }
  return { method: "sendMessage", chat_id, text: `You wrote “${message.text}”.`, reply_to_message_id: message.message_id };
}
