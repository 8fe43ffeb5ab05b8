// The bot of the demo: a worker as one would deploy it, around the package as npm gives it.

import { createWebhookHandler } from "botwire";

/** Made at the first request: a worker learns its settings with each request, and they never change. */
let handle;

export default {
  fetch(request, { BASE_URL, TOKEN, HOOK_PATH }) {
    handle ??= createWebhookHandler({ baseUrl: BASE_URL, token: TOKEN, path: HOOK_PATH }, answer);
    return handle(request);
  },
};

async function answer(update, { bot }) {
  const message = update.message;
  if (!message?.text) return;
  const chat_id = message.chat.id;

  if (message.text === "/count") {
    // An ordinary call: a request of its own, whose result comes back.
    const sent = await bot.sendMessage({ chat_id, text: `“${message.text}” has ${message.text.length} characters.` });
    // The inline reply: it costs no request, and nobody learns what came of it.
    return { method: "sendMessage", chat_id, text: `The service gave that message the number ${sent.message_id}.` };
  }
  return { method: "sendMessage", chat_id, text: `You wrote “${message.text}”.`, reply_to_message_id: message.message_id };
}
