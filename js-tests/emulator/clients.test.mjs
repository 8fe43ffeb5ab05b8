// Whole conversations by third-party clients, over HTTP: grammY, telegraf, node-telegram-bot-api.

import assert from "node:assert/strict";
import { test } from "node:test";

import { eventually } from "../support/eventually.mjs";
import { grammy, plain, telegraf } from "./clients.mjs";
import { ends, served } from "./started.mjs";

const { Bot, InlineKeyboard, InputFile, webhookCallback } = grammy;
const { Markup, Telegraf } = telegraf;
const { Api: PlainApi, InputFile: PlainFile } = plain;

/** An emulator on a port, with Alice. */
async function world(options) {
  const { emulator, server } = await served({ longestPoll: 1, compat: true, ...options });
  return { emulator, url: server.url, alice: emulator.user({ first_name: "Alice", username: "alice" }) };
}

const png = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 2, 0, 0, 0, 2, 0]);

test("grammY: texts, buttons, files, inline mode, payment, game, by polling", async () => {
  const { emulator, url, alice } = await world({ bots: [{ inline_feedback: true }] });
  const bot = new Bot(emulator.token, { client: { apiRoot: url } });
  const seen = [];
  bot.command("start", (ctx) => ctx.reply("*hello*", { parse_mode: "Markdown", reply_markup: new InlineKeyboard().text("more", "more") }));
  bot.callbackQuery("more", async (ctx) => {
    await ctx.editMessageText("edited");
    await ctx.answerCallbackQuery({ text: "done", show_alert: true });
  });
  bot.command("photo", async (ctx) => {
    await ctx.replyWithPhoto(new InputFile(png, "a.png"), { caption: "one" });
    await ctx.replyWithMediaGroup([
      { type: "photo", media: new InputFile(png, "b.png") },
      { type: "video", media: "https://files.example/v.mp4" },
    ]);
  });
  bot.on("message:document", async (ctx) => {
    const file = await ctx.getFile();
    const response = await fetch(`${url}/file/bot${emulator.token}/${file.file_path}`);
    await ctx.reply(`got ${await response.text()}`);
  });
  bot.on("inline_query", (ctx) =>
    ctx.answerInlineQuery([
      { type: "article", id: "1", title: "T", input_message_content: { message_text: `found ${ctx.inlineQuery.query}` } },
    ]));
  bot.on("chosen_inline_result", (ctx) => void seen.push(ctx.chosenInlineResult.result_id));
  bot.command("buy", (ctx) =>
    ctx.api.raw.sendInvoice({
      chat_id: ctx.chat.id, title: "Tea", description: "Green", payload: "tea", provider_token: "p", start_parameter: "s",
      currency: "EUR", prices: [{ label: "tea", amount: 300 }], is_flexible: true, need_shipping_address: true,
    }));
  bot.on("shipping_query", (ctx) =>
    ctx.answerShippingQuery(true, { shipping_options: [{ id: "mail", title: "Mail", prices: [{ label: "mail", amount: 50 }] }] }));
  bot.on("pre_checkout_query", (ctx) => ctx.answerPreCheckoutQuery(true));
  bot.on("message:successful_payment", (ctx) => ctx.reply(`paid ${ctx.message.successful_payment.total_amount}`));
  bot.command("game", (ctx) => ctx.replyWithGame("snake"));
  bot.on("callback_query:game_short_name", async (ctx) => {
    await ctx.answerCallbackQuery({ url: "https://game.example/" });
    await ctx.api.setGameScore(ctx.chat.id, ctx.msg.message_id, ctx.from.id, 42);
  });
  bot.catch((error) => seen.push(error));
  bot.start();
  ends.push(() => bot.stop());

  alice.write("/start");
  const hello = await alice.nextMessage();
  assert.deepEqual(hello.entities, [{ type: "bold", offset: 0, length: 5 }]);
  const press = alice.press("more");
  assert.equal(press.loading, true);
  assert.deepEqual(await press.answer(), { text: "done", show_alert: true, cache_time: 0 });
  assert.equal(alice.messages().at(-1).text, "edited");

  alice.write("/photo");
  assert.equal((await alice.nextMessage()).caption, "one");
  const album = [await alice.nextMessage(), await alice.nextMessage()];
  assert.ok(album[0].photo && album[1].video && album[0].media_group_id === album[1].media_group_id);

  await alice.send({ data: "content", name: "a.txt", type: "text/plain" });
  assert.equal((await alice.nextMessage()).text, "got content");

  const results = await alice.type("cats");
  alice.choose(results, "1");
  assert.equal(alice.messages().at(-1).text, "found cats");

  alice.write("/buy");
  const paid = await alice.pay(await alice.nextMessage());
  assert.equal(paid.successful_payment.total_amount, 350);
  assert.equal((await alice.nextMessage()).text, "paid 350");

  alice.write("/game");
  const game = await alice.nextMessage();
  assert.equal((await alice.play(game)).url, "https://game.example/");
  await eventually(() => alice.messages().find(({ message_id }) => message_id === game.message_id).game.text, "1. Alice - 42");
  assert.deepEqual(seen, ["1"]);
});

test("telegraf: a menu, a group, moderation, a later method, by polling", async () => {
  const { emulator, url, alice } = await world();
  const bob = emulator.user({ first_name: "Bob", username: "bob" });
  const bot = new Telegraf(emulator.token, { telegram: { apiRoot: url } });
  const errors = [];
  bot.catch((error) => errors.push(error));
  bot.start((ctx) => ctx.reply("menu", Markup.keyboard([["yes", "no"]]).oneTime()));
  bot.hears("yes", (ctx) => ctx.reply("gone", Markup.removeKeyboard()));
  bot.command("buttons", (ctx) => ctx.replyWithHTML("<b>b</b>", Markup.inlineKeyboard([Markup.button.callback("go", "go")])));
  bot.action("go", (ctx) => ctx.answerCbQuery("went"));
  bot.command("file", (ctx) => ctx.replyWithDocument({ source: Buffer.from("text"), filename: "a.txt" }));
  bot.command("title", async (ctx) => {
    await ctx.setChatTitle("New");
    await ctx.reply(String((await ctx.getChat()).title));
  });
  bot.command("later", async (ctx) => {
    const error = await ctx.telegram.callApi("noSuchMethod", { chat_id: ctx.chat.id }).catch((reason) => reason);
    await ctx.reply(`${error.response.error_code} ${error.response.description}`);
  });
  bot.on("new_chat_members", (ctx) => ctx.reply(`welcome ${ctx.message.new_chat_members[0].first_name}`));
  const running = bot.launch();
  ends.push(async () => {
    bot.stop();
    await running;
  });

  alice.write("/start");
  assert.equal((await alice.nextMessage()).text, "menu");
  assert.ok("keyboard" in alice.keyboard());
  alice.press("yes");
  assert.equal((await alice.nextMessage()).text, "gone");
  assert.equal(alice.keyboard(), undefined);
  alice.write("/buttons");
  await alice.nextMessage();
  assert.equal((await alice.press("go").answer()).text, "went");
  alice.write("/file");
  assert.equal((await alice.nextMessage()).document.file_name, "a.txt");
  alice.write("/later");
  assert.equal((await alice.nextMessage()).text, "404 Not Found");

  const group = emulator.chat({ type: "supergroup", creator: alice, administrators: [emulator.bot], title: "Old" });
  group.add(bob);
  assert.equal((await group.nextMessage()).text, "welcome Bob");
  alice.write("/title", { chat: group });
  assert.equal((await group.nextMessage()).new_chat_title, "New");
  assert.equal((await group.nextMessage()).text, "New");
  assert.deepEqual(errors, []);
});

test("node-telegram-bot-api: updates, files, chat administration", async () => {
  const { emulator, url, alice } = await world();
  const bob = emulator.user({ first_name: "Bob" });
  const api = new PlainApi(emulator.token, { apiRoot: url });
  let offset = 0;
  const update = async () => {
    const [next] = await api.getUpdates({ offset, limit: 1, timeout: 1 });
    offset = next.update_id + 1;
    return next;
  };

  alice.write("hi there");
  const { chat } = (await update()).message;
  const reply_markup = { inline_keyboard: [[{ text: "x", callback_data: "y" }]] };
  const sent = await api.sendMessage({ chat_id: chat.id, text: "hello", reply_markup });
  const press = alice.press("x");
  const { callback_query } = await update();
  assert.equal(callback_query.data, "y");
  await api.answerCallbackQuery({ callback_query_id: callback_query.id, text: "z" });
  assert.equal((await press.answer()).text, "z");
  await api.editMessageText({ chat_id: chat.id, message_id: sent.message_id, text: "better" });
  const photo = await api.sendPhoto({ chat_id: chat.id, photo: new PlainFile(png, { filename: "p.png" }), caption: "c" });
  const again = await api.sendPhoto({ chat_id: chat.id, photo: photo.photo[0].file_id });
  assert.deepEqual(again.photo, photo.photo);
  const { location } = await api.sendLocation({ chat_id: chat.id, latitude: 1.5, longitude: 2.5 });
  assert.deepEqual(location, { latitude: 1.5, longitude: 2.5 });

  const group = emulator.chat({ type: "supergroup", creator: alice, members: [bob], administrators: [emulator.bot] });
  await api.restrictChatMember({ chat_id: group.id, user_id: bob.id, can_send_messages: false });
  assert.throws(() => bob.write("hi", { chat: group }), /no rights/);
  assert.equal((await api.getChatMember({ chat_id: group.id, user_id: bob.id })).status, "restricted");
  const written = alice.write("pin", { chat: group });
  await api.pinChatMessage({ chat_id: group.id, message_id: written.message_id });
  assert.equal((await api.getChat({ chat_id: group.id })).pinned_message.text, "pin");
  await assert.rejects(api.sendMessage({ chat_id: 12345, text: "x" }), /chat not found/);
  assert.deepEqual(await api.getMyCommands({}), []);
  await assert.rejects(api.getManagedBotToken({ user_id: bob.id }), /Not Found/);
});

test("grammY: replies, permissions, stickers and inline results by their later names", async () => {
  const { emulator, url, alice } = await world({ bots: [{ username: "box_bot" }] });
  const { api } = new Bot(emulator.token, { client: { apiRoot: url } });
  const { message_id } = alice.write("question");
  const reply = await api.sendMessage(alice.id, "answer", { reply_parameters: { message_id } });
  assert.equal(reply.reply_to_message.text, "question");
  const lost = { reply_parameters: { message_id: 99, allow_sending_without_reply: true }, link_preview_options: { is_disabled: true } };
  assert.equal((await api.sendMessage(alice.id, "answer", lost)).reply_to_message, undefined);

  const bob = emulator.user({ first_name: "Bob" });
  const group = emulator.chat({ type: "supergroup", creator: alice, members: [bob], administrators: [emulator.bot] });
  await api.restrictChatMember(group.id, bob.id, { can_send_messages: true, can_send_photos: false });
  const member = await api.getChatMember(group.id, bob.id);
  assert.deepEqual([member.status, member.can_send_messages, member.can_send_photos], ["restricted", true, false]);

  const sticker = { sticker: new InputFile(png, "s.png"), format: "static", emoji_list: ["😀"] };
  await api.createNewStickerSet(alice.id, "set_by_box_bot", "Set", [sticker]);
  const [{ file_unique_id, emoji }] = (await api.getStickerSet("set_by_box_bot")).stickers;
  assert.ok(file_unique_id && emoji === "😀");

  const typed = alice.type("q");
  const [{ inline_query }] = await api.getUpdates({ allowed_updates: ["inline_query", "poll"], offset: -1, timeout: 1 });
  const photo = { type: "photo", id: "1", photo_url: "https://files.example/p.jpg", thumbnail_url: "https://files.example/t.jpg" };
  await api.answerInlineQuery(inline_query.id, [photo], { button: { text: "More", start_parameter: "more" } });
  const { results, switch_pm_parameter } = await typed;
  assert.deepEqual([results[0].thumb_url, switch_pm_parameter], ["https://files.example/t.jpg", "more"]);
});

test("grammY by webhook: inline replies, retries of failed deliveries", async () => {
  const { emulator, url, alice } = await world({ secretHeader: "x-telegram-bot-api-secret-token" });
  const bot = new Bot(emulator.token, { client: { apiRoot: url, canUseWebhookReply: (method) => method === "sendMessage" } });
  bot.on("message", (ctx) => ctx.reply(`echo ${ctx.message.text}`));
  emulator.webhook = webhookCallback(bot, "std/http", { secretToken: "shibboleth" });
  alice.write("before the webhook");
  await bot.api.setWebhook("https://bot.example/hook", { secret_token: "shibboleth", drop_pending_updates: true });
  alice.write("one");
  assert.equal((await alice.nextMessage()).text, "echo one");
  assert.equal(emulator.log().at(-1).kind, "inline");
});
