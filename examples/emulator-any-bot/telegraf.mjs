import { Markup, Telegraf } from "telegraf";

const bot = new Telegraf(process.env.BOT_TOKEN, { telegram: { apiRoot: process.env.SERVICE } });
const keyboard = Markup.inlineKeyboard([Markup.button.callback("More", "more")]);
bot.on("text", (ctx) => ctx.reply(`You wrote ${ctx.message.text}`, keyboard));
bot.on("callback_query", (ctx) => ctx.answerCbQuery("Done"));
await bot.launch();
