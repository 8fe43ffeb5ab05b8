// node-telegram-bot-api. It has no inline reply and its callback returns nothing, so the handler stores the answer here.
import { Bot } from "node-telegram-bot-api";

const bot = new Bot("1:TOKEN");
const answers = new WeakMap();
bot.on("message", ({ message, update }) => {
  if (message.text) answers.set(update, { method: "sendMessage", chat_id: message.chat.id, text: message.text });
});
export default {
  async fetch(request) {
    if (request.method !== "POST" || new URL(request.url).pathname !== "/hook/secret") return new Response(null, { status: 404 });
    const update = await request.json();
    await bot.handleUpdate(update);
    const answer = answers.get(update);
    return new Response(answer ? JSON.stringify(answer) : null, { headers: { "content-type": "application/json" } });
  },
};
