// Every rule between fields: targets, one of several, conditions, positions of buttons. Forms of strings.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertRefused, place } from "../support/faulty.mjs";
import { recorded } from "../support/recorded.mjs";
import { ok } from "../support/recorder.mjs";
import { onlyRequired } from "../support/samples.mjs";
import { enumerated, exactlyOne, methods, rules, types } from "../support/spec.mjs";

const { service, botWith } = await recorded(ok());
const bot = botWith();
const unlimited = botWith({ checkLimits: false });

async function assertSent(method, params, by = bot) {
  service.clear();
  await by.call(method, params);
  assert.equal(service.requests.length, 1);
}

describe("either chat_id and message_id, or inline_message_id", () => {
  const withTarget = rules.filter(({ rule }) => rule === "target").map(({ where }) => where);
  assert.equal(withTarget.length, 7);
  for (const method of withTarget) {
    test(method, async () => {
      const { chat_id, message_id, inline_message_id, ...rest } = onlyRequired(method)[0];
      const wrong = [
        [{}, "chat_id", /neither|nothing/],
        [{ chat_id: 1 }, "message_id", /./],
        [{ message_id: 1 }, "chat_id", /./],
        [{ chat_id: 1, message_id: 1, inline_message_id: "a" }, "inline_message_id", /./],
        [{ chat_id: 1, inline_message_id: "a" }, "inline_message_id", /./],
      ];
      for (const [target, path, received] of wrong) {
        const expected = /either chat_id and message_id, or inline_message_id/;
        await assertRefused(bot, service, method, { ...rest, ...target }, path, { expected, received });
        await assertRefused(unlimited, service, method, { ...rest, ...target }, path, { expected, received });
      }
      await assertSent(method, { ...rest, chat_id: 1, message_id: 1, inline_message_id: undefined });
    });
  }
});

describe("one of several fields", () => {
  const { method, path, make } = place("InlineKeyboardButton");
  const fields = exactlyOne("InlineKeyboardButton");
  const value = (field) => ({ callback_game: {}, pay: true })[field] ?? "a";
  const here = path("text").replace(/\.text$/, "");

  test("an inline button without any of them", async () => {
    const error = await assertRefused(bot, service, method, make({ callback_data: undefined }), here, { received: /none/ });
    for (const field of fields) assert.ok(error.expected.includes(field), field);
  });
  for (const first of fields) {
    for (const second of fields.filter((field) => field > first)) {
      test(`an inline button with ${first} and ${second}`, async () => {
        const both = make({ callback_data: undefined, [first]: value(first), [second]: value(second) });
        const error = await assertRefused(bot, service, method, both, here, { expected: /exactly one/ });
        assert.ok(error.received.includes(first) && error.received.includes(second));
      });
    }
    test(`an inline button with ${first} alone`, () =>
      assertSent(method, make({ callback_data: undefined, [first]: value(first) })));
  }
  test("a button that asks for contact and location", async () => {
    const button = place("KeyboardButton");
    const both = button.make({ request_contact: true, request_location: true });
    await assertRefused(bot, service, "sendMessage", both, "reply_markup.keyboard[0][0]", { expected: /at most one/ });
    await assertSent("sendMessage", button.make({ request_contact: true, request_location: false }));
  });
  for (const field of fields) {
    test(`a button of a reply keyboard with ${field}, which only inline buttons have`, async () => {
      const button = place("KeyboardButton");
      const here = `reply_markup.keyboard[0][0].${field}`;
      await assertRefused(bot, service, "sendMessage", button.make({ [field]: value(field) }), here, { expected: /nothing/ });
    });
  }
  test("a button of a reply keyboard with a field of a newer interface", () =>
    assertSent("sendMessage", place("KeyboardButton").make({ request_poll: {}, pay: false })));
});

describe("required under a condition", () => {
  const cases = [
    ["answerShippingQuery", { shipping_query_id: "1", ok: true }, "shipping_options", [{ id: "1", title: "t", prices: [] }]],
    ["answerShippingQuery", { shipping_query_id: "1", ok: false }, "error_message", "no"],
    ["answerPreCheckoutQuery", { pre_checkout_query_id: "1", ok: false }, "error_message", "no"],
  ];
  for (const [method, params, field, value] of cases) {
    test(`${method} with ok ${params.ok} needs ${field}`, async () => {
      for (const one of [bot, unlimited]) {
        await assertRefused(one, service, method, params, field, { expected: /required when ok is/, received: /nothing/ });
        await assertRefused(one, service, method, { ...params, [field]: null }, field);
      }
      await assertSent(method, { ...params, [field]: value });
    });
  }
  test("a video that is an HTML page needs input_message_content", async () => {
    const { method, path, make } = place("InlineQueryResultVideo");
    await assertRefused(bot, service, method, make({ mime_type: "text/html" }), path("input_message_content"), {
      expected: /text\/html/,
    });
    await assertSent(method, make({ mime_type: "text/html", input_message_content: { message_text: "a" } }));
    await assertSent(method, make({ mime_type: "video/mp4" }));
  });
});

describe("places of buttons", () => {
  const markup = (...rows) => ({ reply_markup: { inline_keyboard: rows } });
  const [pay, game, plain] = [
    { text: "p", pay: true },
    { text: "g", callback_game: {} },
    { text: "u", url: "https://example.org" },
  ];
  const message = (keyboard) => ({ chat_id: 1, text: "a", ...keyboard });
  for (const button of [pay, game]) {
    const field = Object.keys(button)[1];
    test(`${field} stands first in the first row`, async () => {
      await assertSent("sendMessage", message(markup([button, plain], [plain])));
      await assertRefused(
        bot,
        service,
        "sendMessage",
        message(markup([plain, button])),
        `reply_markup.inline_keyboard[0][1].${field}`,
      );
      await assertRefused(
        bot,
        service,
        "sendMessage",
        message(markup([plain], [button])),
        `reply_markup.inline_keyboard[1][0].${field}`,
      );
      await assertSent("sendMessage", message(markup([plain], [button])), unlimited);
    });
  }
  for (const [method, right, wrong] of [["sendInvoice", pay, game], ["sendGame", game, pay]]) {
    test(`${method} begins with its own button, or has none`, async () => {
      const base = onlyRequired(method)[0];
      for (const rows of [[[right, plain]], [], [[]]]) await assertSent(method, { ...base, ...markup(...rows) });
      for (const rows of [[[plain]], [[wrong]], [[plain, right]]]) {
        const at =
          rows[0].length === 2 ? /^reply_markup\.inline_keyboard\[0\]\[[01]\]/ : /^reply_markup\.inline_keyboard\[0\]\[0\]$/;
        const error = await bot.call(method, { ...base, ...markup(...rows) }).catch((caught) => caught);
        assert.equal(error.kind, "validation");
        assert.match(error.path, at);
      }
    });
  }
});

// All forms: tests/vectors/check.json.
describe("forms of strings", () => {
  for (const [method, field, value] of [
    ["setWebhook", "url", "http://a.example"],
    ["createNewStickerSet", "name", "cats"],
    ["answerInlineQuery", "switch_pm_parameter", "a b"],
    ["sendInvoice", "currency", "E1R"],
    ["sendVideoNote", "video_note", "https://files.example/a.mp4"],
    ["getChat", "chat_id", "channel"],
  ]) {
    test(`${field} ${JSON.stringify(value)} is refused`, async () => {
      const params = { ...onlyRequired(method)[0], [field]: value };
      await assertRefused(bot, service, method, params, field);
      await assertSent(method, params, unlimited);
    });
  }
});

describe("listed strings", () => {
  const listed = [
    ...Object.keys(methods),
    ...Object.keys(types).filter((name) => /^In(put|lineQueryResult.)/.test(name) || name === "MaskPosition"),
  ]
    .flatMap((owner) => Object.keys(methods[owner]?.params ?? types[owner].fields ?? {}).map((field) => [owner, field]))
    .filter(([owner, field]) => enumerated(`${owner}.${field}`) && owner !== "InputMedia");
  assert.ok(listed.length > 20);
  for (const [owner, field] of listed) {
    test(`${owner}.${field} takes no other`, async () => {
      const { method, path, make } = place(owner);
      const isList = field === "allowed_updates";
      const [value, at] = isList ? [["message", "poll"], `${field}[1]`] : ["another", field];
      const error = await assertRefused(bot, service, method, make({ [field]: value }), path(at), {
        received: isList ? /poll/ : /another/,
      });
      // `type` accepts the types of all results; other fields accept only the values of their own kind.
      const values = enumerated(`${owner}.${field}`);
      for (const name of values) assert.ok(error.expected.includes(name), `${name} in ${error.expected}`);
      if (field !== "type") await assertSent(method, make({ [field]: value }), unlimited);
    });
  }
});
