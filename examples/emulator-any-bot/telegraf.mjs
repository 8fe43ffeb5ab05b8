import { Markup, Telegraf } from "telegraf";

const bot = new Telegraf(process.env.BOT_TOKEN, { telegram: { apiRoot: process.env.SERVICE } });
bot.start((ctx) => ctx.reply("Hello", Markup.inlineKeyboard([Markup.button.callback("More", "more")])));
bot.action("more", async (ctx) => {
  await ctx.editMessageText("More");
  await ctx.answerCbQuery("Done");
});
bot.on("text", (ctx) => ctx.reply(`You wrote ${ctx.message.text}`));
await bot.telegram.setMyCommands([{ command: "start", description: "Starts" }]);
await bot.launch();
