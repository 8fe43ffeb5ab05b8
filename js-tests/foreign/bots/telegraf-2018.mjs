import Telegraf from "telegraf-2018";
import { BOT_TOKEN, SERVICE, fetched, mp4, png, start } from "./settings.mjs";

const { Markup } = Telegraf;
const bot = new Telegraf(BOT_TOKEN, { telegram: { apiRoot: SERVICE } });
bot.catch((error) => console.error(error));
bot.start((ctx) => ctx.replyWithHTML("<b>hello</b>", Markup.inlineKeyboard([Markup.callbackButton("more", "more")]).extra()));
// By webhook, the first call of a handler is the response to the delivery and has no result. `withResult` sends it.
const withResult = (handler) => (ctx) => {
  ctx.telegram.webhookReply = false;
  return handler(ctx);
};
bot.action("more", async (ctx) => {
  await ctx.editMessageText("edited");
  await ctx.answerCbQuery("done");
});
bot.command("delete", withResult(async (ctx) => {
  const sent = await ctx.reply("soon gone");
  await ctx.deleteMessage(sent.message_id);
  await ctx.deleteMessage();
  await ctx.reply("deleted");
}));
bot.command("photo", (ctx) => ctx.replyWithPhoto({ source: png, filename: "a.png" }, { caption: "a photo" }));
bot.on("photo", withResult(async (ctx) => {
  const { file_path } = await ctx.telegram.getFile(ctx.message.photo.pop().file_id);
  await ctx.reply(`got ${(await fetched(file_path)).length}`);
}));
bot.command("album", (ctx) => ctx.replyWithMediaGroup([1, 2].map((n) => ({ type: "photo", media: { source: png, filename: `${n}.png` } }))));
bot.command("video", withResult(async (ctx) => {
  const { video } = await ctx.replyWithVideo({ source: mp4, filename: "v.mp4" });
  await ctx.reply(`${video.width}x${video.height} ${video.duration}s`);
}));
bot.command("venue", withResult(async (ctx) => {
  const { venue } = await ctx.replyWithVenue(52.37, 4.89, "Dam", "Amsterdam", { foursquare_id: "4sq" });
  await ctx.reply(`venue ${venue.foursquare_id}`);
}));
bot.on("inline_query", (ctx) =>
  ctx.answerInlineQuery([{ type: "article", id: "1", title: "T", input_message_content: { message_text: `found ${ctx.inlineQuery.query}` } }]));
bot.command("ban", withResult(async (ctx) => {
  await ctx.kickChatMember(Number(ctx.message.text.split(" ")[1]));
  await ctx.reply(`members ${await ctx.getChatMembersCount()}`);
}));
bot.command("buy", (ctx) =>
  ctx.replyWithInvoice({ title: "Tea", description: "Green", payload: "tea", currency: "EUR", provider_token: "p", start_parameter: "s", prices: [{ label: "tea", amount: 300 }] }));
bot.on("pre_checkout_query", (ctx) => ctx.answerPreCheckoutQuery(true));
bot.on("successful_payment", (ctx) => ctx.reply(`paid ${ctx.message.successful_payment.telegram_payment_charge_id ? ctx.message.successful_payment.total_amount : "nothing"}`));
bot.on("text", (ctx) => ctx.reply(`echo ${ctx.message.text}`));

bot.options.username = (await bot.telegram.getMe()).username;
await start({
  async poll() {
    await bot.telegram.deleteWebhook();
    bot.startPolling();
  },
  listener: () => bot.webhookCallback("/hook"),
  setWebhook: (url) => bot.telegram.setWebhook(url),
});
