// Messages and buttons of users.

import assert from "node:assert/strict";
import { test } from "node:test";
import { inflateSync } from "node:zlib";

import { call, started } from "./started.mjs";

/** Width and height of a PNG; asserts that its pixel data is complete. */
function pictureSize({ data, type }) {
  assert.equal(type, "image/png");
  const bytes = Buffer.from(data);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const length = bytes.readUInt32BE(33);
  assert.equal(bytes.toString("latin1", 37, 41), "IDAT");
  assert.equal(inflateSync(bytes.subarray(41, 41 + length)).length, height * (1 + Math.ceil(width / 8)));
  return [width, height];
}

test("a member is removed until a date", async () => {
  const emulator = started();
  const [alice, bob] = [emulator.user(), emulator.user()];
  const group = emulator.chat({ type: "supergroup", creator: alice, members: [emulator.bot, bob] });
  const until_date = Math.floor(Date.now() / 1000) + 86_400;
  group.remove(bob, { until_date });
  const { result } = await call(emulator, "getChatMember", { chat_id: group.id, user_id: bob.id });
  assert.deepEqual([result.status, result.until_date], ["kicked", until_date]);
});

test("files are seen as users see them: no call, no log entry, no fault", async () => {
  const emulator = started();
  const alice = emulator.user();
  const { document } = await alice.send({ data: "twelve bytes", name: "a.txt", type: "text/plain" });
  emulator.fault({ kind: "rate_limit" });
  const { name, type, data } = emulator.file(document.file_id);
  assert.deepEqual([name, type, new TextDecoder().decode(data)], ["a.txt", "text/plain", "twelve bytes"]);
  assert.deepEqual(emulator.log(), []);
  assert.throws(() => emulator.file("F9-nothing"), /wrong file identifier/);
});

test("a user sends bytes of any kind, and what else there is by what it has", async () => {
  const emulator = started();
  const alice = emulator.user();
  const bytes = new TextEncoder().encode("..four");
  const view = bytes.subarray(2);
  for (const data of [view, bytes.slice(2).buffer, Buffer.from("four"), new DataView(bytes.buffer, 2), new Blob(["four"]), { data: view }]) {
    const { document } = await alice.send(data);
    assert.equal(new TextDecoder().decode(emulator.file(document.file_id).data), "four");
  }
  const point = { latitude: 1, longitude: 2 };
  assert.deepEqual((await alice.send(point)).location, point);
  assert.equal((await alice.send({ ...point, title: "t", address: "a" })).venue.title, "t");
  assert.equal((await alice.send({ phone_number: "+1", first_name: "A" })).contact.phone_number, "+1");
  await assert.rejects(alice.send("text"), /write\(\) takes a text/);
});

test("watch() tells of calls, deliveries and users, and not of looking", async () => {
  const emulator = started();
  const alice = emulator.user();
  let notifications = 0;
  const end = emulator.watch(() => {
    notifications += 1;
    emulator.act("messages", { user: alice.id });
    alice.messages();
  });
  alice.write("hello");
  assert.equal(notifications, 1);
  await call(emulator, "sendMessage", { chat_id: alice.id, text: "hi" });
  assert.equal(notifications, 2);
  end();
  alice.write("again");
  assert.equal(notifications, 2);
});

test("files by URL come from a table or from a function", async () => {
  const gif = { data: "GIF89a\x20\0\x10\0", type: "image/gif" };
  const table = { "https://files.test/a": gif, "https://files.test/b.gif": { data: gif.data } };
  const asked = [];
  const find = (url) => {
    asked.push(url);
    if (url.endsWith("/throws")) throw new Error("no such file");
    return table[url];
  };
  for (const files of [table, find]) {
    const emulator = started({ files });
    const alice = emulator.user();
    alice.unblock();
    const send = (document) => call(emulator, "sendDocument", { chat_id: alice.id, document });
    assert.equal((await send("https://files.test/a")).result.document.file_size, 10);
    assert.equal((await send("https://files.test/b.gif")).ok, files === table);
    assert.equal((await send("https://files.test/other.pdf")).result.document.mime_type, "application/pdf");
    assert.equal((await send("https://files.test/other")).ok, true);
    assert.equal((await send("https://files.test/throws")).ok, files === table);
  }
  assert.equal(asked.length, 5);
});

test("games have pictures and animations, presses data of their own, and users log in", async () => {
  const emulator = started();
  const alice = emulator.user();
  alice.unblock();
  const gif = { data: "GIF89a\x20\0\x10\0", name: "a.gif", type: "image/gif" };
  emulator.game("snake", { title: "Snake", description: "Eat", photo: gif, animation: gif });
  const { result } = await call(emulator, "sendGame", { chat_id: alice.id, game_short_name: "snake" });
  const { title, description, photo, animation } = result.game;
  assert.deepEqual([title, description, photo[0].width, animation.mime_type], ["Snake", "Eat", 32, "image/gif"]);
  assert.equal((await call(emulator, "getFile", { file_id: animation.file_id })).result.file_size, 10);
  assert.equal((await call(emulator, "sendGame", { chat_id: alice.id, game_short_name: "other" })).ok, false);
  const reply_markup = { inline_keyboard: [[{ text: "b", callback_data: "b" }]] };
  await call(emulator, "sendMessage", { chat_id: alice.id, text: "x", reply_markup });
  alice.press("b", { data: "forged" });
  alice.logIn("site.example");
  const updates = (await call(emulator, "getUpdates")).result;
  assert.equal(updates[0].callback_query.data, "forged");
  assert.equal(updates[1].message.connected_website, "site.example");
});

test("the button of inline results leads to the bot that answered", async () => {
  const emulator = started({ bots: [{ username: "first_bot" }, { username: "second_bot" }] });
  const [first, second] = emulator.bots;
  const alice = emulator.user();
  const typed = alice.type("q", { bot: second.user.id });
  const at = { baseUrl: emulator.baseUrl, bot: second.user, token: second.token, fetch: emulator.fetch };
  const { result } = await call(at, "getUpdates");
  const inline_query_id = result[0].inline_query.id;
  await call(at, "answerInlineQuery", { inline_query_id, results: [], switch_pm_text: "more", switch_pm_parameter: "p" });
  assert.equal(alice.switchToBot(await typed).text, "/start p");
  assert.deepEqual(alice.messages({ bot: second.user.id }).map(({ text }) => text), ["/start p"]);
  assert.deepEqual(alice.messages({ bot: first.user.id }), []);
});

test("edits come one by one, and a message is found by its identifier", async () => {
  const emulator = started();
  const alice = emulator.user();
  alice.write("/start");
  const { result: { message_id } } = await call(emulator, "sendMessage", { chat_id: alice.id, text: "0 %" });
  const waiting = alice.nextEdit();
  for (const text of ["50 %", "100 %"]) await call(emulator, "editMessageText", { chat_id: alice.id, message_id, text });
  assert.equal((await waiting).text, "50 %");
  assert.equal((await alice.nextEdit()).text, "100 %");
  await assert.rejects(alice.nextEdit({ timeoutMs: 0 }), { name: "TimeoutError", message: /^no edit of a message within 0 ms; .+ by setWebhook; the log ends with:\n/ });
  assert.equal(alice.message(message_id).text, "100 %");
  alice.delete(message_id);
  assert.equal(alice.message(message_id), undefined);
  assert.equal(alice.message(99), undefined);

  const group = emulator.chat({ members: [emulator.bot] });
  const { result: there } = await call(emulator, "sendMessage", { chat_id: group.id, text: "a" });
  await call(emulator, "editMessageText", { chat_id: group.id, message_id: there.message_id, text: "b" });
  assert.equal((await alice.nextEdit({ chat: group })).text, "b");
  assert.equal(alice.message(there.message_id, { chat: group }).text, "b");
});

test("users see silence, previews, thumbnails and both sizes of a chat's photo", async () => {
  const emulator = started();
  const alice = emulator.user();
  alice.write("/start");
  const send = async (method, parameters) => (await call(emulator, method, { chat_id: alice.id, ...parameters })).result;
  const plain = await send("sendMessage", { text: "https://e.example/a" });
  const quiet = await send("sendMessage", { text: "https://e.example/a", disable_notification: true, disable_web_page_preview: true });
  const seen = [plain, quiet].map(({ message_id }) => alice.message(message_id));
  assert.deepEqual(seen.map((message) => [message.disable_notification, message.web_page_preview]), [[undefined, "https://e.example/a"], [true, undefined]]);
  const { video } = await send("sendVideo", { video: "https://e.example/v.mp4", width: 400, height: 200 });
  assert.deepEqual(pictureSize(emulator.file(video.thumb.file_id)), [90, 45]);
  const group = emulator.chat({ type: "supergroup", creator: alice, members: [emulator.bot] });
  assert.equal(group.chat.photo, undefined);
  group.setPhoto({ data: "the photo" });
  const { small_file_id, big_file_id } = group.chat.photo;
  assert.deepEqual(pictureSize(emulator.file(small_file_id)), [160, 160]);
  assert.equal(new TextDecoder().decode(emulator.file(big_file_id).data), "the photo");
});
