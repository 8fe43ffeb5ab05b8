// Calls that must be refused before anything is sent, and places of the spec's objects inside a method's parameters.
import assert from "node:assert/strict";
import { FILE, onlyRequired } from "./samples.mjs";
import { methods } from "./spec.mjs";

/** The objects inside parameters: method, path, and how to add the object to the smallest sample. */
const PLACES = {
  InlineKeyboardButton: [
    "sendMessage",
    ["reply_markup", "inline_keyboard", 0, 0],
    (sample) => { sample.reply_markup = { inline_keyboard: [[{ text: "a", callback_data: "1" }]] }; },
  ],
  KeyboardButton: [
    "sendMessage",
    ["reply_markup", "keyboard", 0, 0],
    (sample) => { sample.reply_markup = { keyboard: [[{ text: "a" }]] }; },
  ],
  InputMediaPhoto: [
    "sendMediaGroup",
    ["media", 0],
    (sample) => { sample.media = [{ type: "photo", media: "a" }, { type: "photo", media: "b" }]; },
  ],
  InputMediaVideo: [
    "sendMediaGroup",
    ["media", 1],
    (sample) => { sample.media = [{ type: "photo", media: "a" }, { type: "video", media: "b" }]; },
  ],
  MaskPosition: [
    "addStickerToSet",
    ["mask_position"],
    (sample) => { sample.mask_position = { point: "eyes", x_shift: 0, y_shift: 0, scale: 1 }; },
  ],
  LabeledPrice: ["sendInvoice", ["prices", 0]],
  ShippingOption: ["answerShippingQuery", ["shipping_options", 0]],
};

const isText = (content) => content.message_text !== undefined;
const CONTENTS = {
  InputTextMessageContent: isText,
  InputLocationMessageContent: (content) => content.latitude !== undefined && content.address === undefined,
  InputVenueMessageContent: (content) => content.address !== undefined,
  InputContactMessageContent: (content) => content.phone_number !== undefined,
};

/**
 * A place for the fields of an object or method of the spec: `make(changes)` returns parameters that are valid except
 * for the changes, `path(field)` the path of an error in the field.
 */
export function place(owner) {
  const [method, keys, prepare] = methods[owner] ? [owner, []] : (PLACES[owner] ?? inline(owner));
  return {
    method,
    path: (field) =>
      [...keys, field].map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`)).join("").slice(1),
    make(changes) {
      const sample = copied(onlyRequired(method)[0]);
      prepare?.(sample);
      const target = keys.reduce((value, key) => value[key], sample);
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined) delete target[name];
        else target[name] = value;
      }
      return sample;
    },
  };
}

function inline(owner) {
  const { results } = onlyRequired("answerInlineQuery")[0];
  const put = (result) => (sample) => (sample.results = [structuredClone(result)]);
  if (CONTENTS[owner]) {
    const result = results.find((one) => one.type === "article" && CONTENTS[owner](one.input_message_content));
    return ["answerInlineQuery", ["results", 0, "input_message_content"], put(result)];
  }
  const cached = owner.startsWith("InlineQueryResultCached");
  const type = owner.slice((cached ? "InlineQueryResultCached" : "InlineQueryResult").length)
    .replace(/(?<!^)[A-Z]/g, "_$&")
    .toLowerCase();
  const isCached = (one) => Object.keys(one).some((name) => name.endsWith("_file_id"));
  const result = results.find((one) => one.type === type && isCached(one) === cached);
  if (!result) throw new Error(`no place for ${owner}`);
  return ["answerInlineQuery", ["results", 0], put(result)];
}

function copied(sample) {
  return Object.fromEntries(
    Object.entries(sample).map(([name, value]) => [name, value === FILE ? FILE : structuredClone(value)]),
  );
}

/** Asserts that the call is refused with an error at that path, and that nothing was sent. */
export async function assertRefused(bot, service, method, params, path, { expected, received } = {}) {
  const before = service.requests.length;
  const error = await bot.call(method, params).then(
    () => assert.fail(`${method} with a fault at ${path} was sent`),
    (caught) => caught,
  );
  assert.equal(error.kind, "validation", error.stack);
  assert.ok(error instanceof Error);
  assert.equal(error.method, method);
  assert.equal(error.path, path);
  assert.match(error.message, /^\w+: .*expected .*, got /s);
  for (const text of [method, path, error.expected, error.received]) {
    assert.ok(error.message.includes(text), `the message names ${text}: ${error.message}`);
  }
  if (expected) assert.match(error.expected, expected);
  if (received) assert.match(error.received, received);
  assert.equal(service.requests.length, before, "nothing is sent");
  return error;
}
