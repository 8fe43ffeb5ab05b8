import { Bot, InlineKeyboard } from "grammy";

const bot = new Bot(process.env.BOT_TOKEN, { client: { apiRoot: process.env.SERVICE } });
const keyboard = new InlineKeyboard().text("More", "more");
bot.on("message:text", (ctx) => ctx.reply(`You wrote ${ctx.message.text}`, { reply_markup: keyboard }));
bot.on("callback_query", (ctx) => ctx.answerCallbackQuery("Done"));
await bot.start();
