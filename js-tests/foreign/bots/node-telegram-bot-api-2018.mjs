import TelegramBot from "node-telegram-bot-api-2018";
import { BOT_TOKEN, SERVICE, fetched, mp4, png, webhook } from "./settings.mjs";

const receive = webhook === undefined ? { polling: { params: { timeout: 1 } } } : { webHook: { port: webhook.port, host: "127.0.0.1" } };
const bot = new TelegramBot(BOT_TOKEN, { baseApiUrl: SERVICE, ...receive });
for (const kind of ["polling_error", "webhook_error", "error"]) bot.on(kind, (error) => console.error(kind, error.message));
const file = { contentType: "application/octet-stream" };
const commands = {
  start: ({ chat }) =>
    bot.sendMessage(chat.id, "<b>hello</b>", { parse_mode: "HTML", reply_markup: { inline_keyboard: [[{ text: "more", callback_data: "more" }]] } }),
  async delete({ chat, message_id }) {
    const sent = await bot.sendMessage(chat.id, "soon gone");
    await bot.deleteMessage(chat.id, sent.message_id);
    await bot.deleteMessage(chat.id, message_id);
    await bot.sendMessage(chat.id, "deleted");
  },
  photo: ({ chat }) => bot.sendPhoto(chat.id, png, { caption: "a photo" }, { filename: "a.png", ...file }),
  album: ({ chat }) => bot.sendMediaGroup(chat.id, [1, 2].map(() => ({ type: "photo", media: png }))),
  async video({ chat }) {
    const { video } = await bot.sendVideo(chat.id, mp4, {}, { filename: "v.mp4", ...file });
    await bot.sendMessage(chat.id, `${video.width}x${video.height} ${video.duration}s`);
  },
  async venue({ chat }) {
    const { venue } = await bot.sendVenue(chat.id, 52.37, 4.89, "Dam", "Amsterdam", { foursquare_id: "4sq" });
    await bot.sendMessage(chat.id, `venue ${venue.foursquare_id}`);
  },
  async ban({ chat, text }) {
    await bot.kickChatMember(chat.id, Number(text.split(" ")[1]));
    await bot.sendMessage(chat.id, `members ${await bot.getChatMembersCount(chat.id)}`);
  },
  buy: ({ chat }) => bot.sendInvoice(chat.id, "Tea", "Green", "tea", "p", "s", "EUR", [{ label: "tea", amount: 300 }]),
};
bot.on("message", async (message) => {
  const { chat, text, photo, successful_payment: payment } = message;
  const command = commands[/^\/(\w+)/.exec(text ?? "")?.[1]];
  if (command !== undefined) await command(message);
  else if (text !== undefined) await bot.sendMessage(chat.id, `echo ${text}`);
  else if (photo !== undefined) await bot.sendMessage(chat.id, `got ${(await fetched((await bot.getFile(photo.pop().file_id)).file_path)).length}`);
  else if (payment !== undefined) await bot.sendMessage(chat.id, `paid ${payment.telegram_payment_charge_id ? payment.total_amount : "nothing"}`);
});
bot.on("callback_query", async ({ id, message }) => {
  await bot.editMessageText("edited", { chat_id: message.chat.id, message_id: message.message_id });
  await bot.answerCallbackQuery(id, { text: "done" });
});
bot.on("inline_query", ({ id, query }) =>
  bot.answerInlineQuery(id, [{ type: "article", id: "1", title: "T", input_message_content: { message_text: `found ${query}` } }]));
bot.on("pre_checkout_query", ({ id }) => bot.answerPreCheckoutQuery(id, true));

await bot.getMe();
if (webhook !== undefined) await bot.setWebHook(`http://127.0.0.1:${webhook.port}/bot${BOT_TOKEN}`);
console.log("ready");
