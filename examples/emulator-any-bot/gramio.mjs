import { Bot, InlineKeyboard } from "gramio";

const bot = new Bot(process.env.BOT_TOKEN, { api: { baseURL: `${process.env.SERVICE}/bot` } })
  .command("start", (ctx) => ctx.send("Hello", { reply_markup: new InlineKeyboard().text("More", "more") }))
  .callbackQuery("more", async (ctx) => {
    await ctx.editText("More");
    await ctx.answer("Done");
  })
  .on("message", (ctx) => ctx.send(`You wrote ${ctx.text}`));
await bot.api.setMyCommands({ commands: [{ command: "start", description: "Starts" }] });
await bot.start();
