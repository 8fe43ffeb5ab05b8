// Every parameter and every field of the objects in parameters refuses values of another kind, naming the place.
import { describe, test } from "node:test";
import { assertRefused, place } from "../support/faulty.mjs";
import { recorded } from "../support/recorded.mjs";
import { ok } from "../support/recorder.mjs";
import { kind, methods, types } from "../support/spec.mjs";

const { service, botWith } = await recorded(ok());
const bots = [true, false].map((checkLimits) => botWith({ checkLimits }));

const OTHERS = {
  Integer: ["5", 1.5, true, {}, [], "a"],
  Float: ["1.5", true, {}, []],
  String: [5, true, {}, []],
  Boolean: ["true", 1, 0, {}, []],
  True: [false, "true", 1, {}, []],
  ChatId: [1.5, true, {}, []],
  "InputFile or String": [5, true, {}, []],
  InputFile: ["a", 5, true, {}, []],
  object: [5, "a", true, []],
  array: [5, "a", true, {}],
};

/** The objects in parameters, found by walking the tables from the methods. */
function sentObjects() {
  const found = new Set();
  const visit = (type) => {
    const { array, oneOf = [], object } = kind(type);
    if (array) return visit(array);
    oneOf.forEach(visit);
    if (!object || found.has(object)) return;
    found.add(object);
    Object.values(types[object].fields).forEach((field) => visit(field.type));
  };
  for (const { params } of Object.values(methods)) Object.values(params).forEach(({ type }) => visit(type));
  return [...found];
}

// Members of the union ReplyMarkup: only their own fields identify them.
const MARKUPS = ["InlineKeyboardMarkup", "ReplyKeyboardMarkup", "ReplyKeyboardRemove", "ForceReply"];
// Required fields whose absence makes the kind ambiguous, or another kind as likely, with the path of the error.
const AMBIGUOUS = {
  "InputTextMessageContent.message_text": "results[0].input_message_content",
  "InlineQueryResultCachedVoice.voice_file_id": "results[0].voice_url",
};
const owners = [...Object.keys(methods), ...sentObjects().filter((name) => !MARKUPS.includes(name) && name !== "CallbackGame")];

for (const owner of owners) {
  const fields = Object.entries(methods[owner]?.params ?? types[owner].fields).filter(([name]) => name !== "type");
  if (fields.length === 0) continue;
  describe(owner, () => {
    for (const [name, { type, required }] of fields) {
      test(`${name}: ${type}${required ? "" : "?"}`, async () => {
        const { method, path, make } = place(owner);
        const { array, oneOf, object, scalar } = kind(type);
        const others = OTHERS[array ? "array" : oneOf || object ? "object" : scalar];
        for (const bot of bots) {
          for (const value of others) await assertRefused(bot, service, method, make({ [name]: value }), path(name));
          if (array)
            await assertRefused(
              bot,
              service,
              method,
              make({ [name]: [array.startsWith("Array") || kind(array).scalar ? {} : 5] }),
              path(`${name}[0]`),
            );
          if (required) {
            const at = AMBIGUOUS[`${owner}.${name}`];
            await assertRefused(
              bot,
              service,
              method,
              make({ [name]: undefined }),
              at ?? path(name),
              at ? {} : { received: /^nothing$/ },
            );
          }
        }
      });
    }
  });
}

describe("reply markup", () => {
  const cases = [
    [{ inline_keyboard: {} }, "inline_keyboard"],
    [{ inline_keyboard: [{}] }, "inline_keyboard[0]"],
    [{ inline_keyboard: [[5]] }, "inline_keyboard[0][0]"],
    [{ inline_keyboard: [[{ text: "a", callback_data: 5 }]] }, "inline_keyboard[0][0].callback_data"],
    [{ keyboard: [[{ text: "a" }], [{}]] }, "keyboard[1][0].text"],
    [{ keyboard: [["a"]] }, "keyboard[0][0]"],
    [{ keyboard: [], resize_keyboard: 1 }, "resize_keyboard"],
    [{ remove_keyboard: false }, "remove_keyboard"],
    [{ remove_keyboard: true, selective: "a" }, "selective"],
    [{ force_reply: 1 }, "force_reply"],
  ];
  for (const [reply_markup, path] of cases) {
    test(path, async () => {
      for (const bot of bots)
        await assertRefused(bot, service, "sendMessage", { chat_id: 1, text: "a", reply_markup }, `reply_markup.${path}`);
    });
  }
  test("of none of its kinds", async () => {
    for (const reply_markup of [{}, { other: 1 }]) {
      await assertRefused(bots[0], service, "sendMessage", { chat_id: 1, text: "a", reply_markup }, "reply_markup");
    }
  });
});
