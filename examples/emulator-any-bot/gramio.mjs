import { Bot, InlineKeyboard } from "gramio";

const bot = new Bot(process.env.BOT_TOKEN, { api: { baseURL: `${process.env.SERVICE}/bot` } });
const keyboard = new InlineKeyboard().text("More", "more");
bot.on("message", (ctx) => ctx.send(`You wrote ${ctx.text}`, { reply_markup: keyboard }));
bot.on("callback_query", (ctx) => ctx.answer("Done"));
await bot.start();
