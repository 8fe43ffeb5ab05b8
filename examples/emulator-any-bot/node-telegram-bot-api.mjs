import { Bot, InlineKeyboardBuilder } from "node-telegram-bot-api";

const bot = new Bot(process.env.BOT_TOKEN, { apiRoot: process.env.SERVICE });
bot.command("start", (ctx) => ctx.reply("Hello", { reply_markup: new InlineKeyboardBuilder().text("More", "more").build() }));
bot.on("callback_query", async (ctx) => {
  const { message } = ctx.callbackQuery;
  await bot.api.editMessageText({ chat_id: message.chat.id, message_id: message.message_id, text: "More" });
  await ctx.answerCallbackQuery({ text: "Done" });
});
bot.on("message", (ctx) => ctx.reply(`You wrote ${ctx.message.text}`));
await bot.api.setMyCommands({ commands: [{ command: "start", description: "Starts" }] });
await bot.startPolling();
