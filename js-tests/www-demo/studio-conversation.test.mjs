// The conversation in the studio: every kind of message, media that plays, keyboards, inline mode, games and payments over HTTP.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { waitForText, write } from "./playground.mjs";
import { inStudio } from "./studio.mjs";
import { assertAccessible, openSite } from "./support.mjs";

let site;
before(async () => void (site = await openSite()));
after(() => site.close());

const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
/** A red picture, and its color. */
const RED_PICTURE = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGM4IacBRAwQCgAgFgQ5YebC6gAAAABJRU5ErkJggg==", "base64");
const RED = [200, 30, 40, 255];
const WEBP = Buffer.from("UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=", "base64");
const file = (name, type, data = PNG) => ({ data, name, type });

/** Passes the studio, and a function that returns the last message shown, to `use`. */
const withStudio = (options, use) =>
  inStudio(site, options, async (studio) => {
    await use({ ...studio, last: () => studio.phone.getByRole("log").locator("[data-message]").last() });
    assert.deepEqual(studio.consoleMessages.filter(({ type }) => !["info", "log"].includes(type)), [], "nothing was refused");
  });

/** Messages that bots can send: the call, and the elements of the drawn message. */
const KINDS = {
  "formatted text": [(bot, to) => bot.sendMessage({ ...to, text: "*bold* _italic_ `code` [link](https://example.com/) #tag @name a@example.com https://example.org/ /help\n```\npre\n```", parse_mode: "Markdown" }), (message) => [
    message.locator("strong", { hasText: /^bold$/ }), message.locator("em", { hasText: "italic" }), message.locator("code", { hasText: /^code$/ }), message.locator("a[href='https://example.com/']"),
    message.locator("a[href='mailto:a@example.com']"), message.locator("a[href='https://example.org/']"), message.getByRole("button", { name: "/help" }), message.locator(".chat-pre", { hasText: "pre" }),
  ]],
  "a photo": [(bot, to) => bot.sendPhoto({ ...to, photo: file("a.png", "image/png"), caption: "A caption" }), (message) => [message.locator("img[alt=Photo]"), message.getByText("A caption")]],
  "an album": [(bot, to) => bot.sendMediaGroup({ ...to, media: ["a.png", "b.png"].map((name) => ({ type: "photo", media: file(name, "image/png") })) }), (message) => [message.locator(".chat-album img").nth(1)]],
  "a sticker": [(bot, to) => bot.sendSticker({ ...to, sticker: file("a.webp", "image/webp", WEBP) }), (message) => [message.locator("img[alt^=Sticker]")]],
  "a document": [(bot, to) => bot.sendDocument({ ...to, document: file("notes.txt", "text/plain", Buffer.from("hello")) }), (message) => [message.locator("a[download='notes.txt']")]],
  "a contact": [(bot, to) => bot.sendContact({ ...to, phone_number: "+49301", first_name: "Carol" }), (message) => [message.getByText("Carol"), message.getByText("+49301")]],
  "a venue": [(bot, to) => bot.sendVenue({ ...to, latitude: 1, longitude: 2, title: "The Pub", address: "Main St 1" }), (message) => [message.getByText("The Pub"), message.getByText("Main St 1")]],
  "a location": [(bot, to) => bot.sendLocation({ ...to, latitude: 1.5, longitude: 2.5 }), (message) => [message.getByText("1.5000, 2.5000")]],
  "a live location that moves": [async (bot, to) => {
    const { message_id } = await bot.sendLocation({ ...to, latitude: 10, longitude: 20, live_period: 60 });
    await bot.editMessageLiveLocation({ ...to, message_id, latitude: 11, longitude: 20 });
  }, (message) => [message.getByText("11.0000, 20.0000"), message.getByText("edited")]],
  "an edit": [async (bot, to) => {
    const { message_id } = await bot.sendMessage({ ...to, text: "before the edit" });
    await bot.editMessageText({ ...to, message_id, text: "after the edit" });
  }, (message) => [message.getByText("after the edit"), message.getByText("edited", { exact: true })]],
  "a reply": [async (bot, to) => {
    const { message_id } = await bot.sendMessage({ ...to, text: "the original" });
    await bot.sendMessage({ ...to, text: "the reply", reply_to_message_id: message_id });
  }, (message) => [message.locator("blockquote", { hasText: "the original" }), message.getByText("the reply")]],
  "a forward": [async (bot, to) => {
    const { message_id } = await bot.sendMessage({ ...to, text: "to be forwarded" });
    await bot.forwardMessage({ ...to, from_chat_id: to.chat_id, message_id });
  }, (message) => [message.getByText("Forwarded from"), message.getByText("to be forwarded")]],
  "a keyboard of buttons of each kind": [(bot, to) => bot.sendMessage({
    ...to, text: "Choose", reply_markup: { inline_keyboard: [[{ text: "Press", callback_data: "x" }, { text: "Page", url: "https://example.com/" }], [{ text: "Search", switch_inline_query_current_chat: "tea" }]] },
  }), (message) => [message.getByRole("button", { name: "Press" }), message.getByRole("button", { name: "Page" }), message.getByRole("button", { name: "Search" })]],
  "an invoice": [(bot, to) => bot.sendInvoice({
    ...to, title: "Tea", description: "A cup", payload: "x", provider_token: "test", start_parameter: "tea", currency: "USD", prices: [{ label: "Tea", amount: 250 }],
  }), (message) => [message.getByText("Tea").first(), message.getByText("$2.50").first(), message.getByRole("button", { name: /Pay/ })]],
  "a game": [(bot, to) => bot.sendGame({ ...to, game_short_name: "chess" }), (message) => [message.getByRole("button", { name: /Play/ })]],
};

test("every kind of message that a bot sends is drawn", () =>
  withStudio({}, async ({ bot, user, emulator, last, phone, page }) => {
    emulator.act("game", { game_short_name: "chess", title: "Chess" });
    for (const [name, [send, drawn]] of Object.entries(KINDS)) {
      await send(bot, { chat_id: user.id });
      for (const part of drawn(last())) await part.waitFor().catch((error) => assert.fail(`${name}: ${error.message}`));
    }
    await eventually(() => phone.locator("img").evaluateAll((all) => all.map(({ naturalWidth }) => naturalWidth)), [1, 1, 1, 1], "all pictures are drawn");
    const { message_id } = user.write("to be deleted");
    await waitForText(phone, "to be deleted");
    user.delete(message_id);
    await eventually(() => phone.getByText("to be deleted").count(), 0, "the message is gone");
    await bot.sendChatAction({ chat_id: user.id, action: "upload_photo" });
    await phone.getByText(/is sending a photo/).waitFor();
    await assertAccessible(page);
  }));

test("service messages and pins of a supergroup", () =>
  withStudio({}, async ({ bot, user, emulator, phone, page }) => {
    const group = emulator.chat({ type: "supergroup", title: "Book club", creator: user, administrators: [emulator.bot] });
    await page.getByRole("list", { name: "Chats" }).getByRole("button", { name: /Book club/ }).click();
    const at = { chat_id: group.id };
    const { message_id } = await bot.sendMessage({ ...at, text: "the rules" });
    await bot.pinChatMessage({ ...at, message_id });
    await phone.getByText(/pinned “the rules”/).waitFor();
    await phone.locator(".pinned").getByText("the rules").waitFor();
    await bot.setChatTitle({ ...at, title: "Tea club" });
    await phone.getByText(/named the chat “Tea club”/).waitFor();
    await bot.setChatPhoto({ ...at, photo: file("a.png", "image/png") });
    await phone.getByText(/changed the photo of the chat/).waitFor();
    await eventually(() => page.getByRole("list", { name: "Chats" }).locator("img").evaluateAll((all) => all.map(({ naturalWidth }) => naturalWidth)), [640], "the photo is in the list");
    const bob = emulator.user({ first_name: "Bob" });
    emulator.act("add", { chat: group.id, user: user.id, member: bob.id });
    await phone.getByText("Alice added Bob").waitFor();
    emulator.act("remove", { chat: group.id, user: user.id, member: bob.id });
    await phone.getByText("Alice removed Bob").waitFor();
  }));

test("a video and a sound from disk play, and a user and a chat get photos, without the token", () =>
  withStudio({}, async ({ page, phone, user, emulator, token, choose }) => {
    const requests = [];
    page.on("request", (request) => requests.push(request.url()));
    const film = await page.evaluate(async () => {
      const canvas = document.createElement("canvas");
      const paint = canvas.getContext("2d");
      const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: "video/webm" });
      const chunks = [];
      recorder.ondataavailable = ({ data }) => chunks.push(data);
      recorder.start();
      for (let frame = 0; frame < 20; frame += 1) {
        paint.fillRect(frame, frame, 10, 10);
        await new Promise((done) => setTimeout(done, 30));
      }
      await new Promise((done) => (recorder.onstop = done, recorder.stop()));
      return [...new Uint8Array(await new Blob(chunks).arrayBuffer())];
    });
    await page.getByLabel("File to send").setInputFiles({ name: "film.webm", mimeType: "video/webm", buffer: Buffer.from(film) });
    await phone.locator("video").evaluate(async (video) => {
      video.muted = true;
      await video.play();
      if (video.currentTime === 0) await new Promise((done) => (video.ontimeupdate = done));
    });
    await page.getByRole("list", { name: "Users" }).getByRole("button", { name: "Actions for Alice" }).click();
    await choose(/^Name, photo/);
    await page.getByLabel("Photo…").setInputFiles({ name: "me.png", mimeType: "image/png", buffer: RED_PICTURE });
    const widths = () => page.getByRole("list", { name: "Users" }).locator("img").evaluateAll((all) => all.map(({ naturalWidth }) => naturalWidth));
    await eventually(widths, [640], "the photo of the user");
    // The picture itself, not a placeholder.
    const color = () => page.getByRole("list", { name: "Users" }).locator("img").evaluate((image) => {
      const paint = document.createElement("canvas").getContext("2d");
      paint.drawImage(image, 0, 0);
      return [...paint.getImageData(9, 9, 1, 1).data];
    });
    await eventually(color, RED, "the photo of the user");
    emulator.chat({ type: "group", title: "Book club", creator: user, members: [emulator.bot] });
    await page.getByRole("list", { name: "Chats" }).getByRole("button", { name: /Book club/ }).click();
    await phone.getByRole("button", { name: "Actions for this chat" }).click();
    await choose("Name and members…");
    await page.getByLabel("Photo…").setInputFiles({ name: "club.png", mimeType: "image/png", buffer: PNG });
    await eventually(() => page.getByRole("list", { name: "Chats" }).locator("img").evaluateAll((all) => all.map(({ naturalWidth }) => naturalWidth)), [640], "the photo of the chat");
    await assertAccessible(page);
    assert.ok(requests.some((url) => url.includes("/user/file/")) && !requests.some((url) => url.includes(token.split(":")[1])));
  }));

test("inline mode: results in pages, answered from the cache the second time, and one that is chosen", () => {
  const asked = [];
  const answer = ({ inline_query }) => {
    if (!inline_query) return undefined;
    const { id, query, offset } = inline_query;
    asked.push(`${query}/${offset}`);
    const from = Number(offset || 0);
    const results = Array.from({ length: 30 }, (_, index) => ({ type: "article", id: `${from + index}`, title: `Result ${from + index}`, input_message_content: { message_text: `Chosen ${from + index}` } }));
    return { method: "answerInlineQuery", inline_query_id: id, results, next_offset: from === 0 ? "30" : "", cache_time: 300 };
  };
  return withStudio({ answer, of: "updates" }, async ({ page, phone, emulator, last }) => {
    const line = phone.getByRole("textbox", { name: /^Message as/ });
    const list = page.getByRole("region", { name: "Inline results" });
    const typed = `@${emulator.bot.username} tea`;
    await line.fill(typed);
    await list.getByText("30 results").waitFor();
    await list.getByText("Result 29").scrollIntoViewIfNeeded();
    await list.getByText("60 results").waitFor();
    await line.fill("");
    await line.fill(typed);
    await list.getByText("30 results").waitFor();
    assert.deepEqual(asked, ["tea/", "tea/30"]);
    await list.getByRole("button", { name: "Result 3", exact: true }).click();
    await last().getByText("Chosen 3").waitFor();
  });
});

test("keyboards of both kinds, an alert, a forced reply, and a file that is pasted", () => {
  const keyboard = { keyboard: [[{ text: "Yes" }, { text: "No" }], [{ text: "My contact", request_contact: true }, { text: "My place", request_location: true }]], one_time_keyboard: true };
  const answer = ({ message, callback_query }) => {
    if (callback_query) return { method: "answerCallbackQuery", callback_query_id: callback_query.id, text: "Read this", show_alert: true };
    const { chat, text } = message ?? {};
    if (text === "/keyboard") return { method: "sendMessage", chat_id: chat.id, text: "Well?", reply_markup: keyboard };
    if (text === "/buttons") return { method: "sendMessage", chat_id: chat.id, text: "Press", reply_markup: { inline_keyboard: [[{ text: "Alert", callback_data: "x" }]] } };
    return text === "/force" ? { method: "sendMessage", chat_id: chat.id, text: "Your name?", reply_markup: { force_reply: true } } : undefined;
  };
  return withStudio({ answer, of: "updates" }, async ({ page, phone, emulator, user, last }) => {
    const seen = () => emulator.act("messages", { user: user.id }).at(-1);
    await write(phone, "/keyboard");
    const keys = phone.getByRole("group", { name: "Keyboard of the bot" });
    await keys.getByRole("button", { name: "My place" }).click();
    await eventually(() => seen().location?.latitude, 52.5163, "the place");
    await phone.getByRole("button", { name: "Show the bot's keyboard" }).click();
    await keys.getByRole("button", { name: "Yes" }).click();
    await last().getByText("Yes").waitFor();
    await write(phone, "/buttons");
    await phone.getByRole("log").getByRole("button", { name: "Alert" }).click();
    await page.getByRole("dialog").getByText("Read this").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "OK" }).click();
    await write(phone, "/force");
    await phone.getByText("Reply to").waitFor();
    await write(phone, "Alice");
    await last().locator("blockquote", { hasText: "Your name?" }).waitFor();
    await phone.getByRole("textbox", { name: /^Message as/ }).evaluate((line, data) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([Uint8Array.from(data)], "pasted.png", { type: "image/png" }));
      line.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, [...PNG]);
    await last().locator("img[alt=Photo]").waitFor();
  });
});
