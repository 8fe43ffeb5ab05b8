import { Bot, InlineKeyboardBuilder, InputFile } from "node-telegram-bot-api";
import { BOT_TOKEN, SECRET, SERVICE, fetched, mp4, png, start } from "./settings.mjs";

const bot = new Bot(BOT_TOKEN, { apiRoot: SERVICE });
const { api } = bot;
const upload = (bytes, filename) => new InputFile(bytes, { filename });
bot.catch((error) => console.error(error));
bot.command("start", (ctx) => ctx.reply("<b>hello</b>", { parse_mode: "HTML", reply_markup: new InlineKeyboardBuilder().text("more", "more").build() }));
bot.on("callback_query", async (ctx) => {
  const { message } = ctx.callbackQuery;
  await api.editMessageText({ chat_id: message.chat.id, message_id: message.message_id, text: "edited" });
  await ctx.answerCallbackQuery({ text: "done" });
});
bot.command("delete", async (ctx) => {
  const chat_id = ctx.message.chat.id;
  const sent = await ctx.reply("soon gone");
  await api.deleteMessage({ chat_id, message_id: sent.message_id });
  await api.deleteMessage({ chat_id, message_id: ctx.message.message_id });
  await api.sendMessage({ chat_id, text: "deleted" });
});
bot.command("photo", (ctx) => api.sendPhoto({ chat_id: ctx.message.chat.id, photo: upload(png, "a.png"), caption: "a photo" }));
bot.command("album", (ctx) =>
  api.sendMediaGroup({ chat_id: ctx.message.chat.id, media: [1, 2].map((n) => ({ type: "photo", media: upload(png, `${n}.png`) })) }));
bot.command("video", async (ctx) => {
  const { video } = await api.sendVideo({ chat_id: ctx.message.chat.id, video: upload(mp4, "v.mp4") });
  await ctx.reply(`${video.width}x${video.height} ${video.duration}s`);
});
bot.command("venue", async (ctx) => {
  const { venue } = await api.sendVenue({ chat_id: ctx.message.chat.id, latitude: 52.37, longitude: 4.89, title: "Dam", address: "Amsterdam", foursquare_id: "4sq" });
  await ctx.reply(`venue ${venue.foursquare_id}`);
});
bot.command("ban", async (ctx) => {
  const chat_id = ctx.message.chat.id;
  await api.banChatMember({ chat_id, user_id: Number(ctx.message.text.split(" ")[1]) });
  await ctx.reply(`members ${await api.getChatMemberCount({ chat_id })}`);
});
bot.command("buy", (ctx) =>
  api.sendInvoice({ chat_id: ctx.message.chat.id, title: "Tea", description: "Green", payload: "tea", provider_token: "p", currency: "EUR", prices: [{ label: "tea", amount: 300 }] }));
bot.on("inline_query", (ctx) =>
  api.answerInlineQuery({
    inline_query_id: ctx.update.inline_query.id,
    results: [{ type: "article", id: "1", title: "T", input_message_content: { message_text: `found ${ctx.update.inline_query.query}` } }],
  }));
bot.on("pre_checkout_query", (ctx) => api.answerPreCheckoutQuery({ pre_checkout_query_id: ctx.update.pre_checkout_query.id, ok: true }));
bot.on("message", async (ctx) => {
  const { text, photo, successful_payment: payment } = ctx.message;
  if (photo !== undefined) await ctx.reply(`got ${(await fetched((await api.getFile({ file_id: photo.at(-1).file_id })).file_path)).length}`);
  else if (payment !== undefined) await ctx.reply(`paid ${payment.telegram_payment_charge_id ? payment.total_amount : "nothing"}`);
  else if (text !== undefined) await ctx.reply(`echo ${text}`);
});

await api.setMyCommands({ commands: [{ command: "start", description: "Starts" }] });
await start({
  poll: () => void bot.startPolling(undefined, { timeout: 1 }),
  listener: () => async (request, response) => {
    const chunks = await request.toArray();
    response.writeHead(request.headers["x-telegram-bot-api-secret-token"] === SECRET ? 200 : 401).end();
    await bot.handleUpdate(JSON.parse(Buffer.concat(chunks).toString()));
  },
  setWebhook: (url, options) => api.setWebhook({ url, ...options }),
});
