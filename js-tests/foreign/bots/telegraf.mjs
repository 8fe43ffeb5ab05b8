import { Markup, Telegraf } from "telegraf";
import { BOT_TOKEN, SECRET, SERVICE, fetched, mp4, png, start } from "./settings.mjs";

const bot = new Telegraf(BOT_TOKEN, { telegram: { apiRoot: SERVICE } });
bot.catch((error, ctx) => console.error(ctx.update, error));
bot.start((ctx) => ctx.replyWithHTML("<b>hello</b>", Markup.inlineKeyboard([Markup.button.callback("more", "more")])));
bot.action("more", async (ctx) => {
  await ctx.editMessageText("edited");
  await ctx.answerCbQuery("done");
});
bot.command("delete", async (ctx) => {
  const sent = await ctx.reply("soon gone");
  await ctx.deleteMessage(sent.message_id);
  await ctx.deleteMessage();
  await ctx.reply("deleted");
});
bot.command("photo", (ctx) => ctx.replyWithPhoto({ source: png, filename: "a.png" }, { caption: "a photo" }));
bot.on("photo", async (ctx) => {
  const { file_path } = await ctx.telegram.getFile(ctx.message.photo.at(-1).file_id);
  await ctx.reply(`got ${(await fetched(file_path)).length}`);
});
bot.command("album", (ctx) => ctx.replyWithMediaGroup([1, 2].map((n) => ({ type: "photo", media: { source: png, filename: `${n}.png` } }))));
bot.command("video", async (ctx) => {
  const { video } = await ctx.replyWithVideo({ source: mp4, filename: "v.mp4" });
  await ctx.reply(`${video.width}x${video.height} ${video.duration}s`);
});
bot.command("venue", async (ctx) => {
  const { venue } = await ctx.replyWithVenue(52.37, 4.89, "Dam", "Amsterdam", { foursquare_id: "4sq" });
  await ctx.reply(`venue ${venue.foursquare_id}`);
});
bot.on("inline_query", (ctx) =>
  ctx.answerInlineQuery([{ type: "article", id: "1", title: "T", input_message_content: { message_text: `found ${ctx.inlineQuery.query}` } }]));
bot.command("ban", async (ctx) => {
  await ctx.banChatMember(Number(ctx.message.text.split(" ")[1]));
  await ctx.reply(`members ${await ctx.getChatMembersCount()}`);
});
bot.command("buy", (ctx) => ctx.replyWithInvoice({ title: "Tea", description: "Green", payload: "tea", currency: "EUR", provider_token: "p", prices: [{ label: "tea", amount: 300 }] }));
bot.on("pre_checkout_query", (ctx) => ctx.answerPreCheckoutQuery(true));
bot.on("successful_payment", (ctx) => ctx.reply(`paid ${ctx.message.successful_payment.telegram_payment_charge_id ? ctx.message.successful_payment.total_amount : "nothing"}`));
bot.on("text", (ctx) => ctx.reply(`echo ${ctx.message.text}`));

await bot.telegram.setMyCommands([{ command: "start", description: "Starts" }]);
await start({
  poll: () => void bot.launch(),
  listener: () => bot.webhookCallback("/hook", { secretToken: SECRET }),
  setWebhook: (url, options) => bot.telegram.setWebhook(url, options),
});
