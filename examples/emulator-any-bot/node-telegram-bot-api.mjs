import { Bot, InlineKeyboardBuilder } from "node-telegram-bot-api";

const bot = new Bot(process.env.BOT_TOKEN, { apiRoot: process.env.SERVICE });
const keyboard = new InlineKeyboardBuilder().text("More", "more").build();
bot.on("message", (ctx) => ctx.reply(`You wrote ${ctx.message.text}`, { reply_markup: keyboard }));
bot.on("callback_query", (ctx) => ctx.answerCallbackQuery({ text: "Done" }));
await bot.startPolling();
