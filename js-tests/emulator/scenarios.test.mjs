// The emulator as a fetch function: polling, webhooks, time and users, with no socket.

import assert from "node:assert/strict";
import { once } from "node:events";
import { afterEach, test } from "node:test";
import { inflateSync } from "node:zlib";

import { createEmulator as unchecked } from "botwire/emulator";

import { createEmulator } from "../support/closed.mjs";

const open = [];

function started(options) {
  const emulator = createEmulator(options);
  open.push(emulator);
  return emulator;
}

afterEach(() => {
  for (const emulator of open.splice(0)) emulator.close();
});

/** A call with JSON parameters; its envelope. */
async function call(emulator, method, parameters = {}, init = {}) {
  const response = await emulator.fetch(`${emulator.baseUrl}/bot${emulator.token}/${method}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(parameters),
    ...init,
  });
  const envelope = await response.json();
  assert.equal(response.status, envelope.ok ? 200 : envelope.error_code);
  return envelope;
}

/** The texts of the updates of a call. */
function texts({ result }) {
  return result.map((update) => update.message.text);
}

/** The Update in a delivery. */
async function received(request) {
  assert.equal(request.method, "POST");
  assert.equal(request.headers.get("content-type"), "application/json");
  return await request.json();
}

test("a bot cannot write to a user who never started it", async () => {
  const emulator = started();
  const [alice, bob] = [emulator.user(), emulator.user()];
  const write = async ({ id }) => (await call(emulator, "sendMessage", { chat_id: id, text: "x" })).description;
  assert.equal(await write(alice), "Forbidden: bot can't initiate conversation with a user");
  alice.write("/start");
  bob.unblock();
  assert.deepEqual([await write(alice), await write(bob)], [undefined, undefined]);
  assert.deepEqual(texts(await call(emulator, "getUpdates")), ["/start"]);
});

test("a bot that polls answers a user", async () => {
  const emulator = started({ bots: [{ username: "echo_bot" }] });
  assert.deepEqual((await call(emulator, "getMe")).result, emulator.bot);
  assert.equal(emulator.bot.username, "echo_bot");
  const alice = emulator.user({ first_name: "Alice", language_code: "en" });
  alice.write("hello");
  const { result } = await call(emulator, "getUpdates", { timeout: 30 });
  assert.equal(result[0].message.from.language_code, "en");
  await call(emulator, "sendMessage", { chat_id: result[0].message.chat.id, text: "<b>hi</b>", parse_mode: "HTML" });
  const answer = await alice.nextMessage();
  assert.equal(answer.text, "hi");
  assert.deepEqual(answer.entities, [{ type: "bold", offset: 0, length: 2 }]);
  assert.deepEqual(alice.messages().map(({ text }) => text), ["hello", "hi"]);
  await assert.rejects(alice.nextMessage({ timeoutMs: 5 }), { name: "TimeoutError" });
});

test("equal seeds give equal emulators, which share nothing", async () => {
  const [one, two, three] = [started(), started(), started({ seed: 2 })];
  assert.deepEqual([one.token, one.bot], [two.token, two.bot]);
  assert.notEqual(one.token, three.token);
  assert.equal(one.user().id, two.user().id);
  one.users[0].write("only here");
  assert.equal((await call(two, "getUpdates")).result.length, 0);
});

test("a long poll waits, and goes when its client goes", async () => {
  const emulator = started();
  const alice = emulator.user();
  const gone = new AbortController();
  const abandoned = call(emulator, "getUpdates", { timeout: 50 }, { signal: gone.signal });
  const waiting = call(emulator, "getUpdates", { timeout: 50 });
  setTimeout(() => gone.abort(), 5);
  await assert.rejects(abandoned, { name: "AbortError" });
  alice.write("hi");
  assert.deepEqual(texts(await waiting), ["hi"]);
});

test("a long poll lasts as long as its timeout", async () => {
  const emulator = started({ now: () => 1_700_000_000_000 });
  let isOver = false;
  const waiting = call(emulator, "getUpdates", { timeout: 1 }).finally(() => (isOver = true));
  await emulator.advance("999ms");
  assert.equal(isOver, false);
  await emulator.advance("1ms");
  assert.deepEqual((await waiting).result, []);
});

test("time moves by advance()", async () => {
  let now = 1_700_000_000_000;
  const emulator = started({ now: () => now });
  const alice = emulator.user();
  alice.write("a");
  await emulator.advance("23h");
  alice.write("b");
  now += 3_600_000;
  assert.deepEqual(texts(await call(emulator, "getUpdates")), ["a", "b"]);
  await emulator.advance(1);
  assert.deepEqual(texts(await call(emulator, "getUpdates")), ["b"]);
  const waiting = call(emulator, "getUpdates", { offset: 2_000_000_000, timeout: 30 });
  await emulator.advance("1m");
  assert.deepEqual((await waiting).result, []);
  await assert.rejects(emulator.advance("soon"), TypeError);
});

test("a webhook gets updates without a socket, and its answer is carried out", async () => {
  const emulator = started();
  const alice = emulator.user();
  const urls = [];
  emulator.webhook = async (request) => {
    urls.push(request.url);
    const { message } = await received(request);
    return Response.json({ method: "sendMessage", chat_id: message.chat.id, text: `${message.text}!` });
  };
  const url = `https://bot.test/hook/${emulator.token}`;
  assert.equal((await call(emulator, "setWebhook", { url })).result, true);
  assert.equal((await call(emulator, "getUpdates")).error_code, 409);
  alice.write("one");
  alice.write("two");
  assert.equal((await alice.nextMessage()).text, "one!");
  assert.equal((await alice.nextMessage()).text, "two!");
  assert.deepEqual(urls, [url, url]);
  assert.deepEqual(emulator.log().map((entry) => entry.method ?? entry.update.message.text), [
    "setWebhook", "getUpdates", "one", "sendMessage", "two", "sendMessage",
  ]);
  assert.ok(!JSON.stringify(emulator.log()).includes(emulator.token));
});

test("a multipart answer of a webhook is carried out", async () => {
  const form = new FormData();
  for (const [name, value] of [["method", "sendMessage"], ["text", "ä"]]) form.set(name, value);
  const emulator = started({ webhook: () => new Response(form) });
  const alice = emulator.user();
  form.set("chat_id", String(alice.id));
  await call(emulator, "setWebhook", { url: "https://bot.test/" });
  alice.write("hi");
  assert.equal((await alice.nextMessage()).text, "ä");
});

test("a failing webhook is asked again, later and later", async () => {
  let now = 1_700_000_000_000;
  const tries = [];
  const emulator = started({
    now: () => now,
    fetch: async (url, { method, body, redirect }) => {
      tries.push(Date.now());
      assert.deepEqual([url, method, redirect], ["https://bot.test/", "POST", "manual"]);
      assert.equal(JSON.parse(body).message.text, "hi");
      if (tries.length === 1) throw new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") });
      return new Response("", { status: tries.length === 2 ? 503 : 200 });
    },
  });
  await call(emulator, "setWebhook", { url: "https://bot.test/" });
  emulator.user().write("hi");
  await emulator.settle();
  let info = (await call(emulator, "getWebhookInfo")).result;
  assert.equal(info.last_error_message, "fetch failed: connect ECONNREFUSED");
  assert.equal(info.last_error_date, 1_700_000_000);
  assert.equal(info.pending_update_count, 1);
  await emulator.advance("10s");
  info = (await call(emulator, "getWebhookInfo")).result;
  assert.equal(tries.length, 3);
  assert.equal(info.last_error_message, "Wrong response from the webhook: 503");
  assert.equal(info.last_error_date, 1_700_000_001);
  assert.equal(info.pending_update_count, 0);
});

test("whatever is asked, an envelope answers", async () => {
  const emulator = started();
  for (const path of ["/", "/bot1:x/getMe", `/bot${emulator.token}/nothing`, `/file/bot${emulator.token}/x`]) {
    const response = await emulator.fetch(emulator.baseUrl + path);
    assert.equal(response.status, path.startsWith("/bot1:") ? 401 : 404);
    assert.equal((await response.json()).ok, false);
  }
  const form = new FormData();
  form.set("url", "https://bot.test/");
  form.set("certificate", new Blob(["pem"]), "c.pem");
  const set = await emulator.fetch(`${emulator.baseUrl}/bot${emulator.token}/setWebhook`, { method: "POST", body: form });
  assert.equal((await set.json()).result, true);
  assert.equal((await call(emulator, "getWebhookInfo")).result.has_custom_certificate, true);
  assert.equal((await call(emulator, "sendDice", { chat_id: 1 })).error_code, 404);
});

test("a closed emulator says so", async () => {
  const emulator = createEmulator();
  const alice = emulator.user();
  const waiting = call(emulator, "getUpdates", { timeout: 50 });
  await new Promise((resolve) => setTimeout(resolve, 5));
  emulator.close();
  emulator.close();
  await assert.rejects(waiting, /closed/);
  await assert.rejects(emulator.fetch("https://emulator.test/"), /closed/);
  assert.throws(() => alice.write("hi"), /closed/);
});

test("closing ends deliveries that hang, and leaves no timer behind", async () => {
  let ended;
  const emulator = createEmulator({ webhook: ({ signal }) => new Promise(() => (ended = once(signal, "abort"))) });
  await call(emulator, "setWebhook", { url: "https://bot.test/" });
  emulator.user().write("hi");
  const settled = emulator.settle();
  emulator.close();
  await settled;
  await ended;
  assert.ok(!process.getActiveResourcesInfo().includes("Timeout"));
});

test("what cannot be created is an Error", () => {
  const emulator = started({ bots: [{ token: "5:x" }] });
  assert.equal(emulator.bot.id, 5);
  assert.throws(() => emulator.user({ id: 5 }), Error);
  assert.throws(() => emulator.user({ id: "x" }), Error);
  assert.throws(() => emulator.user().write("x".repeat(4097)), /message is too long/);
  assert.throws(() => started({ bots: [{ token: "5:x" }, { token: "5:x" }] }), Error);
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
  let told = 0;
  const end = emulator.watch(() => {
    told += 1;
    emulator.act("messages", { user: alice.id });
    alice.messages();
  });
  alice.write("hello");
  assert.equal(told, 1);
  await call(emulator, "sendMessage", { chat_id: alice.id, text: "hi" });
  assert.equal(told, 2);
  end();
  alice.write("again");
  assert.equal(told, 2);
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
    assert.equal((await send("https://files.test/other.exe")).ok, true);
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
  await assert.rejects(alice.nextEdit({ timeoutMs: 0 }), { name: "TimeoutError", message: /^no edit of a message within 0 ms; the log ends with:\n/ });
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

/** Width and height of a png, whose pixels are there. */
function pictureSize({ data, type }) {
  assert.equal(type, "image/png");
  const bytes = Buffer.from(data);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const length = bytes.readUInt32BE(33);
  assert.equal(bytes.toString("latin1", 37, 41), "IDAT");
  assert.equal(inflateSync(bytes.subarray(41, 41 + length)).length, height * (1 + Math.ceil(width / 8)));
  return [width, height];
}

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

test("strict refuses what the specification does not have, and excludes compat", async () => {
  const emulator = started({ strict: true });
  const alice = emulator.user();
  alice.write("/start");
  const markup = { inline_keyboard: [[{ text: "a", callbackdata: "a" }]] };
  const refused = async (parameters) => (await call(emulator, "sendMessage", { chat_id: alice.id, text: "x", ...parameters })).description;
  assert.equal(await refused({ reply_to_mesage_id: 1 }), "Bad Request: unknown parameter of sendMessage: reply_to_mesage_id");
  assert.equal(await refused({ reply_markup: markup }), "Bad Request: unknown parameter of sendMessage: reply_markup.inline_keyboard[0][0].callbackdata");
  assert.equal(await refused({ disable_notification: true }), undefined);
  const loaded = started({ snapshot: emulator.save(), strict: true });
  assert.equal((await call(loaded, "getMe", { x: 1 })).description, "Bad Request: unknown parameter of getMe: x");
  assert.equal((await call(started({ snapshot: emulator.save() }), "getMe", { x: 1 })).ok, true);
  assert.throws(() => unchecked({ strict: true, compat: true }), /^TypeError: strict: expected false with compat/);
  assert.throws(() => started({ strict: 1 }), /^TypeError: strict: expected true or false, got 1$/);
});
