import { Bot, InlineKeyboard, InputFile, webhookCallback } from "grammy";
import { BOT_TOKEN, SECRET, SERVICE, fetched, mp4, png, start } from "./settings.mjs";

const bot = new Bot(BOT_TOKEN, { client: { apiRoot: SERVICE } });
bot.catch(({ error, ctx }) => console.error(ctx.update, error));
bot.command("start", (ctx) => ctx.reply("<b>hello</b>", { parse_mode: "HTML", reply_markup: new InlineKeyboard().text("more", "more") }));
bot.callbackQuery("more", async (ctx) => {
  await ctx.editMessageText("edited");
  await ctx.answerCallbackQuery("done");
});
bot.command("delete", async (ctx) => {
  const sent = await ctx.reply("soon gone");
  await ctx.api.deleteMessage(ctx.chat.id, sent.message_id);
  await ctx.deleteMessage();
  await ctx.reply("deleted");
});
bot.command("photo", (ctx) => ctx.replyWithPhoto(new InputFile(png, "a.png"), { caption: "a photo" }));
bot.on("message:photo", async (ctx) => {
  const file = await ctx.getFile();
  await ctx.reply(`got ${(await fetched(file.file_path)).length}`);
});
bot.command("album", (ctx) => ctx.replyWithMediaGroup([1, 2].map((n) => ({ type: "photo", media: new InputFile(png, `${n}.png`) }))));
bot.command("video", async (ctx) => {
  const { video } = await ctx.replyWithVideo(new InputFile(mp4, "v.mp4"));
  await ctx.reply(`${video.width}x${video.height} ${video.duration}s`);
});
bot.command("venue", async (ctx) => {
  const { venue } = await ctx.replyWithVenue(52.37, 4.89, "Dam", "Amsterdam", { foursquare_id: "4sq" });
  await ctx.reply(`venue ${venue.foursquare_id}`);
});
bot.on("inline_query", (ctx) =>
  ctx.answerInlineQuery([{ type: "article", id: "1", title: "T", input_message_content: { message_text: `found ${ctx.inlineQuery.query}` } }]));
bot.command("ban", async (ctx) => {
  await ctx.api.banChatMember(ctx.chat.id, Number(ctx.match));
  await ctx.reply(`members ${await ctx.api.getChatMemberCount(ctx.chat.id)}`);
});
bot.command("buy", (ctx) => ctx.api.sendInvoice(ctx.chat.id, "Tea", "Green", "tea", "EUR", [{ label: "tea", amount: 300 }], { provider_token: "p" }));
bot.on("pre_checkout_query", (ctx) => ctx.answerPreCheckoutQuery(true));
bot.on("message:successful_payment", (ctx) => ctx.reply(`paid ${ctx.message.successful_payment.telegram_payment_charge_id ? ctx.message.successful_payment.total_amount : "nothing"}`));
bot.on("message:text", (ctx) => ctx.reply(`echo ${ctx.message.text}`));

await bot.api.setMyCommands([{ command: "start", description: "Starts" }]);
await start({
  poll: () => void bot.start(),
  listener: () => webhookCallback(bot, "http", { secretToken: SECRET }),
  setWebhook: (url, options) => bot.api.setWebhook(url, options),
});
