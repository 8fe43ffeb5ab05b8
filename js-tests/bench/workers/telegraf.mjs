// telegraf. Its webhook reply leaves out sendMessage, so the handler writes the answer itself; its own callback wants
// Node's request, so the path is compared here.
import { Telegraf } from "telegraf";

const bot = new Telegraf("1:TOKEN");
bot.botInfo = { id: 1, is_bot: true, first_name: "Bench", username: "bench_bot" };
bot.on("text", ({ message, telegram }) => {
  telegram.response.end(JSON.stringify({ method: "sendMessage", chat_id: message.chat.id, text: message.text }));
});
export default {
  async fetch(request) {
    if (request.method !== "POST" || new URL(request.url).pathname !== "/hook/secret") return new Response(null, { status: 404 });
    let body = null;
    await bot.handleUpdate(await request.json(), { writableEnded: false, end: (text) => (body ??= text) });
    return new Response(body, { headers: { "content-type": "application/json" } });
  },
};
