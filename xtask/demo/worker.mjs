// The bot of the demo: a worker as one would deploy it, around the package as npm gives it.

import { call, createWebhookHandler, reply } from "botwire";

/** A worker learns its settings with each request; they are asked for once. */
const options = ({ BASE_URL, TOKEN, HOOK_PATH }) => ({ baseUrl: BASE_URL, token: TOKEN, path: HOOK_PATH });

export default { fetch: createWebhookHandler(options, answer) };

async function answer(update, { bot }) {
  const message = update.message;
  if (!message?.text) return;
  const chat_id = message.chat.id;

  if (message.text === "/count") {
    // An ordinary call: a request of its own, whose result comes back.
    const sent = await bot.sendMessage({ chat_id, text: `“${message.text}” has ${message.text.length} characters.` });
    // The inline reply: it costs no request, and nobody learns what came of it.
    return call.sendMessage({ chat_id, text: `The service gave that message the number ${sent.message_id}.` });
  }
  return reply(message, `You wrote “${message.text}”.`);
}
