// A bot with grammY in a separate process: node grammy-bot.mjs <base URL> <token> [port of the webhook]
import { createServer } from "node:http";
import { Bot, InlineKeyboard, webhookCallback } from "grammy";

const [apiRoot, token, port] = process.argv.slice(2);
const bot = new Bot(token, { client: { apiRoot } });
bot.command("start", (context) => context.reply("Hello from grammY", { reply_markup: new InlineKeyboard().text("Press me", "pressed") }));
bot.on("callback_query:data", async (context) => {
  await context.answerCallbackQuery({ text: "Pressed" });
  await context.editMessageText("Edited after the press");
});
bot.on("message:photo", (context) => context.replyWithPhoto(context.message.photo.at(-1).file_id, { caption: "Your picture" }));
bot.on("message:text", (context) => context.reply(`grammY: ${context.message.text}`));
if (port === undefined) {
  await bot.start({ drop_pending_updates: false, onStart: () => console.log("started") });
} else {
  const server = createServer(webhookCallback(bot, "http")).listen(Number(port), "127.0.0.1", async () => {
    await bot.api.setWebhook(`http://127.0.0.1:${server.address().port}/`);
    console.log(`started on port ${server.address().port}.`);
  });
}
