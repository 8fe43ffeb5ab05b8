// Texts of entities by UTF-16 offsets, and keyboards that the engine takes.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Bot, button, entityText, forceReply, inlineKeyboard, messageEntities, removeKeyboard, replyKeyboard } from "botwire";
import { exactlyOne } from "../support/spec.mjs";

describe("entities", () => {
  // Offsets and lengths were counted manually, in UTF-16 code units.
  const text = "👩‍👩‍👧 hi @ännä 🎉#tag /start https://a.example/😀 bye";
  const at = (part) => text.indexOf(part);
  const entities = [
    { type: "bold", offset: 0, length: 8 },
    { type: "mention", offset: 12, length: 5 },
    { type: "hashtag", offset: 20, length: 4 },
    { type: "bot_command", offset: 25, length: 6 },
    { type: "url", offset: 32, length: 20 },
    { type: "text_mention", offset: 53, length: 3, user: { id: 1, is_bot: false, first_name: "b" } },
  ];
  const texts = ["👩‍👩‍👧", "@ännä", "#tag", "/start", "https://a.example/😀", "bye"];

  test("around emoji", () => {
    for (const [index, entity] of entities.entries()) {
      assert.equal(entity.offset, at(texts[index]), "the test counts right");
      assert.equal(entityText(text, entity), texts[index]);
    }
    assert.deepEqual(messageEntities({ text, entities }).map(({ entityText: covered }) => covered), texts);
    assert.deepEqual(messageEntities({ text, entities })[5].user, entities[5].user);
  });
  test("of one type, of none, and of a newer one", () => {
    assert.deepEqual(
      messageEntities({ text, entities }, "bot_command").map(({ entityText: covered }) => covered),
      ["/start"],
    );
    assert.deepEqual(messageEntities({ text, entities }, "email"), []);
    assert.deepEqual(messageEntities({ text }), []);
    assert.deepEqual(messageEntities({}), []);
    assert.equal(messageEntities({ text, entities: [{ type: "spoiler", offset: 0, length: 2 }] })[0].type, "spoiler");
  });
  test("the message stays as it was", () => {
    const message = Object.freeze({ text, entities: Object.freeze(entities.map(Object.freeze)) });
    messageEntities(message);
    assert.equal("entityText" in entities[0], false);
  });
  test("offsets that are none", () => {
    for (const entity of [
      {},
      { offset: -1, length: 1 },
      { offset: 0 },
      { offset: 0.5, length: 1 },
      { offset: "0", length: 1 },
      null,
      undefined,
    ]) {
      assert.throws(() => entityText("abc", entity), { kind: "validation" });
    }
    assert.throws(() => entityText(undefined, { offset: 0, length: 1 }), { kind: "validation" });
  });
});

describe("keyboards", () => {
  const bot = new Bot({
    baseUrl: "https://service.example",
    token: "1:a",
    encoding: "json",
    fetch: async (_, { body }) => new Response(`{"ok":true,"result":${body}}`),
  });
  const sent = async (reply_markup) => (await bot.sendMessage({ chat_id: 1, text: "a", reply_markup })).reply_markup;
  const buttons = {
    url: button.url("a", "https://example.org"),
    callback_data: button.callback("a", "x".repeat(64)),
    switch_inline_query: button.switchInline("a"),
    switch_inline_query_current_chat: button.switchInlineCurrentChat("a", "cats"),
    callback_game: button.game("a"),
    pay: button.pay("a"),
  };

  test("there is a button for each field of which one must be used", async () => {
    assert.deepEqual(Object.keys(buttons).sort(), exactlyOne("InlineKeyboardButton").sort());
    for (const [field, made] of Object.entries(buttons)) {
      assert.deepEqual(Object.keys(made), ["text", field]);
      assert.deepEqual(await sent(inlineKeyboard([[made]])), { inline_keyboard: [[made]] });
    }
  });
  test("the data of a button has 1 to 64 bytes", () => {
    for (const [data, received] of [["", 0], ["x".repeat(65), 65], ["é".repeat(33), 66]]) {
      assert.throws(() => button.callback("a", data), { message: `button.callback: data: expected 1 to 64 bytes, got ${received} bytes` });
    }
    assert.equal(button.callback("a", "é".repeat(32)).callback_data.length, 32);
  });
  test("the other kinds of markup", async () => {
    const cases = [
      [
        inlineKeyboard([[button.callback("a", "1"), button.callback("b", "2")], [button.url("c", "https://example.org")]]),
        {
          inline_keyboard: [
            [{ text: "a", callback_data: "1" }, { text: "b", callback_data: "2" }],
            [{ text: "c", url: "https://example.org" }],
          ],
        },
      ],
      [
        replyKeyboard(
          [["a", { text: "b" }], [button.requestContact("c"), button.requestLocation("d")]],
          { one_time_keyboard: true },
        ),
        {
          keyboard: [
            [{ text: "a" }, { text: "b" }],
            [{ text: "c", request_contact: true }, { text: "d", request_location: true }],
          ],
          one_time_keyboard: true,
        },
      ],
      [removeKeyboard(), { remove_keyboard: true }],
      [removeKeyboard({ selective: true }), { selective: true, remove_keyboard: true }],
      [forceReply({ selective: false }), { selective: false, force_reply: true }],
      [inlineKeyboard([]), { inline_keyboard: [] }],
    ];
    for (const [made, expected] of cases) {
      assert.deepEqual(made, expected);
      assert.deepEqual(await sent(made), expected);
    }
  });
  test("what is not a keyboard is refused where it is written", () => {
    for (const make of [
      () => inlineKeyboard(button.pay("a")),
      () => inlineKeyboard([[5]]),
      () => inlineKeyboard([button.pay("a")], [button.pay("b")]),
      () => inlineKeyboard(),
      () => replyKeyboard("a"),
      () => replyKeyboard([[5]]),
      () => replyKeyboard([["a"]], null),
      () => button.callback("a"),
      () => button.url(5, "a"),
      () => removeKeyboard(5),
    ]) {
      assert.throws(make, { kind: "validation" });
    }
  });
});
