// unchecked: the marked value is sent unchanged, while everything around it is checked.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Bot, button, call, createWebhookHandler, inlineKeyboard, unchecked, validate } from "botwire";
import { delivery } from "../support/deliveries.mjs";

/** A bot, and the bodies that its service got. */
function served() {
  const bodies = [];
  const fetch = async (_, { body }) => (bodies.push(body), Response.json({ ok: true, result: true }));
  return { bodies, bot: new Bot({ baseUrl: "https://service.example", token: "1:a", fetch }) };
}
const sentBy = async (method, params, options) => {
  const { bot, bodies } = served();
  await bot.call(method, params, options);
  return JSON.parse(bodies[0]);
};
const newButton = { text: "Open", web_app: { url: "https://a.example" } };

describe("it is sent as it is", () => {
  const cases = [
    ["a value of an enumeration", { chat_id: 7, text: "a", parse_mode: unchecked("New") }, { chat_id: 7, text: "a", parse_mode: "New" }],
    ["a required parameter", { chat_id: 7, text: unchecked({ rich: [1] }) }, { chat_id: 7, text: { rich: [1] } }],
    ["a number, a Boolean, an empty text", { chat_id: unchecked(0.5), text: unchecked(false), parse_mode: unchecked("")}, { chat_id: 0.5, text: false, parse_mode: "" }],
    ["a button", { chat_id: 7, text: "a", reply_markup: inlineKeyboard([[button.callback("a", "b"), unchecked(newButton)]]) },
      { chat_id: 7, text: "a", reply_markup: { inline_keyboard: [[{ text: "a", callback_data: "b" }, newButton]] } }],
    ["one in another, and one twice", { chat_id: 7, text: "a", extra: unchecked([unchecked("$& $1"), unchecked("$& $1")]) }, { chat_id: 7, text: "a", extra: ["$& $1", "$& $1"] }],
    ["what looks like its own mark", { chat_id: 7, text: '"attach://x?0"', extra: unchecked("attach://x?0") }, { chat_id: 7, text: '"attach://x?0"', extra: "attach://x?0" }],
  ];
  for (const [name, params, expected] of cases) test(name, async () => assert.deepEqual(await sentBy("sendMessage", params), expected));
  test("the type of an object, whose other fields then may be any", async () => {
    const params = (type) => ({ inline_query_id: "1", results: [{ type, id: 5, extra: [1] }] });
    assert.deepEqual(await sentBy("answerInlineQuery", params(unchecked("story"))), params("story"));
    await assert.rejects(sentBy("answerInlineQuery", params("story")), { path: "results[0].type" });
  });
  test("a text that is longer than its limit, or has another format", async () => {
    const button = { text: "a", callback_data: "x".repeat(100) };
    const params = (data) => ({ chat_id: 7, text: "a", reply_markup: { inline_keyboard: [[{ ...button, callback_data: data }]] } });
    assert.deepEqual(await sentBy("sendMessage", params(unchecked(button.callback_data))), params(button.callback_data));
    assert.deepEqual(await sentBy("setWebhook", { url: unchecked("x") }), { url: "x" });
  });
  test("of a method that the specification does not know", async () => assert.deepEqual(await sentBy("sendPoll", { a: unchecked({ b: 1 }) }), { a: { b: 1 } }));
  test("in a form, and beside a file, and with a file in it", async () => {
    const { bot, bodies } = served();
    await bot.sendMessage({ chat_id: 7, text: "a", reply_markup: unchecked({ new_keyboard: true }) }, { encoding: "form" });
    assert.equal(new URLSearchParams(bodies[0]).get("reply_markup"), '{"new_keyboard":true}');
    await bot.sendPhoto({ chat_id: 7, photo: new Uint8Array([65, 66]), parse_mode: unchecked("New") });
    const text = new TextDecoder().decode(bodies[1]);
    assert.match(text, /name="parse_mode"\r\n\r\nNew\r\n/);
    assert.match(text, /name="photo"; filename="file"\r\n[^]*AB\r\n/);
    await bot.call("sendPaidMedia", { chat_id: 7, media: unchecked([{ type: "live", media: new Uint8Array([67, 68]) }]) });
    const [, name] = /"media":"attach:\/\/([^"]+)"/.exec(new TextDecoder().decode(bodies[2]));
    assert.ok(new TextDecoder().decode(bodies[2]).includes(`name="${name}"; filename="file"`));
  });
  test("in the response of a webhook", async () => {
    const { bot } = served();
    const handle = createWebhookHandler({ bot, allowUnauthenticated: true }, () => call.sendMessage({ chat_id: 7, text: "a", parse_mode: unchecked("New") }));
    const response = await handle(delivery({ update_id: 1 }));
    assert.deepEqual(await response.json(), { method: "sendMessage", chat_id: 7, text: "a", parse_mode: "New" });
  });
});

describe("what is around it is checked", () => {
  const keyboard = { inline_keyboard: [[unchecked(newButton), { text: "a" }]] };
  const cases = [
    [{ chat_id: 7, text: 5, parse_mode: unchecked("New") }, "text"],
    [{ chat_id: 7, parse_mode: unchecked("New") }, "text"],
    [{ chat_id: 7, text: "a".repeat(4097), parse_mode: unchecked("New") }, "text"],
  ];
  for (const [params, path] of cases) {
    test(`${path}: ${JSON.stringify(params).slice(0, 60)}`, async () => {
      await assert.rejects(served().bot.sendMessage(params), { kind: "validation", path });
      assert.deepEqual(validate("sendMessage", params).map((fault) => fault.path), [path]);
    });
  }
  test("a button beside it", async () => {
    await assert.rejects(served().bot.sendMessage({ chat_id: 7, text: "a", reply_markup: keyboard }), ({ path }) => path.startsWith("reply_markup.inline_keyboard[0][1]"));
  });
  test("validate finds nothing in it", () => assert.deepEqual(validate("sendMessage", { chat_id: 7, text: unchecked(5), parse_mode: unchecked("New") }), []));
  test("what JSON cannot hold is refused in it too", async () => {
    for (const value of [new Date(), NaN, () => {}, [undefined], null]) {
      await assert.rejects(served().bot.sendMessage({ chat_id: 7, text: "a", extra: unchecked(value) }), { kind: "validation", expected: "unchecked values that JSON can hold" });
    }
  });
});
