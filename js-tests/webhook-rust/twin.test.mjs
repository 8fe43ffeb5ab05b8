// The same updates through JavaScript and through a worker written with the `worker` crate: the same replies, byte for byte.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { everyField } from "botwire/check";
import { startRust } from "./build.mjs";
import { twin } from "./twin.mjs";
import { MADE } from "./updates.mjs";

const PATH = "/hook/a:secret";
const URL_ = `https://bot.example${PATH}`;
/** Every field is checked. */
const STRICT = `${URL_}?CHECK=fields`;
/** Replies are urlencoded. */
const FORM = `${URL_}?ENCODING=form`;
const bots = {};
let worker;
before(async () => {
  worker = await startRust({ HOOK: PATH });
  bots.rust = (url, init) => worker.dispatchFetch(url, init);
  const twins = { [STRICT]: twin(PATH, { check: everyField }), [FORM]: twin(PATH, { replyEncoding: "form" }) };
  const plain = twin(PATH);
  bots.javascript = (url, init) => (twins[url] ?? plain)(new Request(url, init));
});
after(() => worker?.dispose());

let id = 0;
const from = { id: 7, is_bot: false, first_name: "A" };
const chat = { id: -(2 ** 52 - 1), type: "supergroup" };
const message = (text) => ({ message: { message_id: 3, date: 1, from, chat, text } });
const at = (latitude, longitude) => `"message":{"message_id":3,"date":1,"chat":{"id":1,"type":"private"},"location":{"latitude":${latitude},"longitude":${longitude}}}`;
const UPDATES = {
  ...MADE,
  "a text": message("hi"),
  "text of many scripts": message('é "quoted" \\ 👩‍👩‍👧 \u2028 </script> \u0000 \t\n نص'),
  "escapes": '"message":{"message_id":3,"date":1,"chat":{"id":1,"type":"private"},"text":"\\u00e9\\/\\u0041"}',
  "4096 characters": message("x".repeat(4096)),
  "4096 characters of four bytes": message("🎲".repeat(4096)),
  "every character of the first plane": message(Array.from({ length: 4096 }, (_, index) => String.fromCharCode(index * 13 + (index * 13 > 0xd7ff ? 0x800 : 0)).replace(/[\ud800-\udfff]/, "?")).join("")),
  "numbers with a fraction of nothing": '"message":{"message_id":3.0,"date":1e9,"chat":{"id":-1e2,"type":"private"},"text":"a"}',
  "minus nothing": '"message":{"message_id":-0,"date":-0.0,"chat":{"id":1,"type":"private"},"text":"a"}',
  "a number beyond all floats in an unknown field": '"message":{"message_id":3,"date":1,"chat":{"id":1,"type":"private"},"text":"a","x":1e400,"y":[-1e999]}',
  "a number of 400 digits, beyond all floats": `"message":{"message_id":3,"date":1,"chat":{"id":1,"type":"private"},"text":"a","x":${"9".repeat(400)},"y":-${"9".repeat(300)}}`,
  "numbers beyond 2^53 in unknown fields": '"message":{"message_id":3,"date":1,"chat":{"id":1,"type":"private"},"text":"a","x":9007199254740993,"y":123456789012345678901234567890}',
  ...Object.fromEntries([["55.755826", "-37.6173"], ["0", "-0"], ["1e-7", "1.25e-9"], ["55.0", "1e1"], ["0.1", "0.30000000000000004"], ["-89.99999999999999", "179.9999999999999"], ["0.000001", "0.00001234"]].map(([latitude, longitude]) => [`the place ${latitude} ${longitude}`, at(latitude, longitude)])),
  "depth 10,000 next to a text": `"message":{"message_id":3,"date":1,"chat":{"id":1,"type":"private"},"text":"a","x":${"[".repeat(10_000)}${"]".repeat(10_000)}}`,
  "depth 100,000 in an unknown kind": `"x":{"a":${'[{"a":'.repeat(50_000)}1${"}]".repeat(50_000)}},${JSON.stringify(message("a")).slice(1, -1)}`,
  "two of a key": '"message":{"message_id":1,"message_id":3,"date":1,"chat":{"id":2,"id":1,"type":"private"},"text":"a","text":"b"},"x":1,"x":2',
  "keys called __proto__": '"__proto__":{"message":{}},"message":{"__proto__":{"text":"x"},"message_id":3,"date":1,"chat":{"id":1,"type":"private","constructor":1}}',
  "two unknown kinds, of which one holds an object": '"alpha":1,"zeta":{}',
  "new values": { message: { message_id: 3, date: 1, chat: { id: 1, type: "a new type" }, text: "a", entities: [{ type: "new", offset: 0, length: 1, later: {} }], from: { id: 1, is_bot: true, first_name: "", is_later: true } } },
  "white space": ` "message" \n:\t{ "message_id" : 3 ,\r\n"date":1,"chat":{"id":1,"type":"private"},"text":" a "}`,
  "a photo": { message: { message_id: 3, date: 1, chat, photo: [] } },
  "later fields and values": { message: { message_id: 3, date: 1, chat: { ...chat, type: "forum", is_forum: true }, text: "a", story: { a: [null] }, entities: [{ type: "spoiler", offset: 0, length: 1 }] } },
  "a later kind": { my_chat_member: { chat } },
  "no kind": {},
  "a button": { callback_query: { id: "q", from, chat_instance: "1", data: "d" } },
  "a game button": { callback_query: { id: "q", from, chat_instance: "1", game_short_name: "g" } },
};
const bodyOf = (fields) => typeof fields === "string" ? `{"update_id":${++id},${fields}}` : JSON.stringify({ update_id: ++id, ...fields });
const JSON_TYPE = { "content-type": "application/json" };

const readAnswer = async (response) => ({
  status: response.status,
  type: response.headers.get("content-type"),
  allow: response.headers.get("allow"),
  body: Buffer.from(await response.arrayBuffer()).toString("hex"),
});
async function same(init, url = URL_, expected) {
  const [rust, javascript] = await Promise.all([bots.rust(url, init).then(readAnswer), bots.javascript(url, init).then(readAnswer)]);
  assert.deepEqual(rust, javascript);
  if (expected !== undefined) assert.equal(rust.status, expected);
  return rust;
}

for (const [what, fields] of Object.entries(UPDATES)) {
  test(what, () => same({ method: "POST", headers: JSON_TYPE, body: bodyOf(fields) }, URL_, 200));
}
/** Messages in each other, the last of them a number. */
const messages = (count) => `"message":${'{"message_id":3,"date":1,"chat":{"id":1,"type":"private"},"reply_to_message":'.repeat(count)}1${"}".repeat(count)}`;
/** Updates that only the check of every field refuses. */
const WRONG = {
  "a text that is a number": { message: { ...message("a").message, text: 5 } },
  "a chat without a type": { message: { ...message("a").message, chat: { id: 1 } } },
  "a chat beyond all integers": '"message":{"message_id":3,"date":1,"chat":{"id":1e30,"type":"private"},"text":"a"}',
  "entities that are an object": { message: { ...message("a").message, entities: {} } },
  "a kind without its fields": { callback_query: {} },
  "two of a key, of which the last is wrong": '"message":{"message_id":3,"date":1,"chat":{"id":1,"type":"private"},"text":"a","text":5}',
  "messages in messages": messages(60),
};
test("floats of many digits, to the last bit", async () => {
  // Multiples of the golden ratio: all different, and none short.
  const digits = (index) => String(BigInt(index) * 16180339887498948482045868343656n).slice(-25);
  for (let index = 1; index <= 200; index++) {
    const fraction = digits(index).slice(0, 5 + (index % 20));
    const body = bodyOf(at(`${index % 90}.${fraction}`, `-1.${digits(index + 1)}e-${index % 250}`));
    await same({ method: "POST", headers: JSON_TYPE, body }, URL_, 200);
  }
});
test("urlencoded: the same replies", async () => {
  for (const fields of Object.values(UPDATES)) {
    const { type } = await same({ method: "POST", headers: JSON_TYPE, body: bodyOf(fields) }, FORM, 200);
    assert.ok(type === null || type === "application/x-www-form-urlencoded");
  }
});
test("with every field checked: the same replies to what is right", async () => {
  for (const fields of Object.values(UPDATES)) await same({ method: "POST", headers: JSON_TYPE, body: bodyOf(fields) }, STRICT);
});
for (const [what, fields] of Object.entries(WRONG)) {
  test(`with every field checked: ${what}: 400`, () => same({ method: "POST", headers: JSON_TYPE, body: bodyOf(fields) }, STRICT, 400));
}
test("with every field checked: what is nested deeper than 64 levels is not looked at", () =>
  same({ method: "POST", headers: JSON_TYPE, body: bodyOf(messages(10_000)) }, STRICT, 200));
/** Values that no call may contain. */
const UNFIT = {
  "4097 characters": message("x".repeat(4097)),
  "an empty caption of a chat beyond 2^52": { message: { ...message("a").message, chat: { id: 2 ** 52, type: "private" } } },
  "a callback text of 201 characters": { callback_query: { id: "q", from, chat_instance: "1", data: "d".repeat(201) } },
};
for (const [what, fields] of Object.entries(UNFIT)) {
  test(`${what}: given up`, async () => assert.equal((await same({ method: "POST", headers: JSON_TYPE, body: bodyOf(fields) }, URL_, 200)).body, ""));
}
test("a lone surrogate in the text that is sent back: refused, as no call may send it", async () => {
  const text = (inside) => bodyOf(`"message":{"message_id":3,"date":1,"chat":{"id":1,"type":"private"},"text":"${inside}"}`);
  await same({ method: "POST", headers: JSON_TYPE, body: text("a\\ud800b") }, URL_, 200);
  await same({ method: "POST", headers: JSON_TYPE, body: text("a\\udc00\\ud800") }, URL_, 200);
  await same({ method: "POST", headers: JSON_TYPE, body: text("a\\ud83d\\ude00 \ufffd") }, URL_, 200);
});
test("a lone surrogate elsewhere is not an obstacle", async () => {
  const body = bodyOf('"message":{"message_id":3,"date":1,"chat":{"id":1,"type":"private","title":"\\ud800"},"text":"hi","x\\udfff":1}');
  assert.match((await same({ method: "POST", headers: JSON_TYPE, body }, URL_, 200)).body, /./);
});
test("a repeated delivery gets the response again", async () => {
  const body = bodyOf(message("once"));
  const first = await same({ method: "POST", headers: JSON_TYPE, body });
  assert.notEqual(first.body, "");
  assert.equal((await same({ method: "POST", headers: JSON_TYPE, body })).body, first.body);
});
