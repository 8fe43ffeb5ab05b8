import { Bot, InlineKeyboard } from "grammy";

const bot = new Bot(process.env.BOT_TOKEN, { client: { apiRoot: process.env.SERVICE } });
bot.command("start", (ctx) => ctx.reply("Hello", { reply_markup: new InlineKeyboard().text("More", "more") }));
bot.callbackQuery("more", async (ctx) => {
  await ctx.editMessageText("More");
  await ctx.answerCallbackQuery("Done");
});
bot.on("message:text", (ctx) => ctx.reply(`You wrote ${ctx.message.text}`));
await bot.api.setMyCommands([{ command: "start", description: "Starts" }]);
await bot.start();
