// A bot with telegraf in a separate process: `telegraf-bot.mjs <base URL> <token> [port of the webhook]`.
import { createServer } from "node:http";
import { Markup, Telegraf } from "telegraf";

const [apiRoot, token, port] = process.argv.slice(2);
const bot = new Telegraf(token, { telegram: { apiRoot } });
bot.start((context) => context.reply("Hello from telegraf", Markup.inlineKeyboard([Markup.button.callback("Press me", "pressed")])));
bot.action("pressed", async (context) => {
  await context.answerCbQuery("Thank you");
  await context.editMessageText("Edited after the press");
});
bot.on("photo", (context) => context.replyWithPhoto(context.message.photo.at(-1).file_id, { caption: "Your picture" }));
if (port === undefined) {
  bot.launch(() => console.log("started"));
} else {
  const server = createServer(bot.webhookCallback("/")).listen(Number(port), "127.0.0.1", async () => {
    await bot.telegram.setWebhook(`http://127.0.0.1:${server.address().port}/`);
    console.log("started");
  });
}
