import { Bot, InlineKeyboard, InlineQueryResult, InputMessageContent, MediaInput, MediaUpload, webhookHandler } from "gramio";
import { BOT_TOKEN, SECRET, SERVICE, fetched, mp4, png, start } from "./settings.mjs";

const upload = (bytes, name) => MediaUpload.buffer(bytes, name);
const bot = new Bot(BOT_TOKEN, { api: { baseURL: `${SERVICE}/bot` } })
  .onError(({ error }) => console.error(error))
  .command("start", (ctx) => ctx.send("<b>hello</b>", { parse_mode: "HTML", reply_markup: new InlineKeyboard().text("more", "more") }))
  .callbackQuery("more", async (ctx) => {
    await ctx.editText("edited");
    await ctx.answer("done");
  })
  .command("delete", async (ctx) => {
    const sent = await ctx.send("soon gone");
    await sent.delete();
    await ctx.delete();
    await ctx.send("deleted");
  })
  .command("photo", (ctx) => ctx.sendPhoto(upload(png, "a.png"), { caption: "a photo" }))
  .command("album", (ctx) => ctx.sendMediaGroup([MediaInput.photo(upload(png, "1.png")), MediaInput.photo(upload(png, "2.png"))]))
  .command("video", async (ctx) => {
    const { video } = await bot.api.sendVideo({ chat_id: ctx.chat.id, video: upload(mp4, "v.mp4") });
    await ctx.send(`${video.width}x${video.height} ${video.duration}s`);
  })
  .command("venue", async (ctx) => {
    const { venue } = await bot.api.sendVenue({ chat_id: ctx.chat.id, latitude: 52.37, longitude: 4.89, title: "Dam", address: "Amsterdam", foursquare_id: "4sq" });
    await ctx.send(`venue ${venue.foursquare_id}`);
  })
  .command("ban", async (ctx) => {
    await bot.api.banChatMember({ chat_id: ctx.chat.id, user_id: Number(ctx.args) });
    await ctx.send(`members ${await bot.api.getChatMemberCount({ chat_id: ctx.chat.id })}`);
  })
  .command("buy", (ctx) =>
    bot.api.sendInvoice({ chat_id: ctx.chat.id, title: "Tea", description: "Green", payload: "tea", provider_token: "p", currency: "EUR", prices: [{ label: "tea", amount: 300 }] }))
  .on("inline_query", (ctx) => ctx.answer([InlineQueryResult.article("1", "T", InputMessageContent.text(`found ${ctx.query}`))]))
  .on("pre_checkout_query", (ctx) => bot.api.answerPreCheckoutQuery({ pre_checkout_query_id: ctx.id, ok: true }))
  .on("successful_payment", (ctx) => ctx.send(`paid ${ctx.payload.successful_payment?.telegram_payment_charge_id ? ctx.payload.successful_payment.total_amount : "nothing"}`))
  .on("message", async (ctx) => {
    if (ctx.payload.photo) {
      const { file_path } = await bot.api.getFile({ file_id: ctx.payload.photo.at(-1).file_id });
      await ctx.send(`got ${(await fetched(file_path)).length}`);
    } else if (ctx.text) {
      await ctx.send(`echo ${ctx.text}`);
    }
  });

await bot.api.setMyCommands({ commands: [{ command: "start", description: "Starts" }] });
await start({
  poll: () => bot.start({ longPolling: { timeout: 1 } }),
  listener: () => webhookHandler(bot, "http", SECRET),
  setWebhook: (url, options) => bot.start({ webhook: { url, ...options } }),
});
