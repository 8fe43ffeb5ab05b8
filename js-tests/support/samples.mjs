// Parameters for every method, made from the spec's tables: with all parameters, and with only the required ones.
import { enumerated, exactlyOne, fieldsOf, hasTarget, kind, methods, mostItems } from "./spec.mjs";

/** A text that every encoding has to treat with care. */
export const HARD = 'a&b=c+d %41;"é" \\ 👩‍👩‍👧 ?#/{}\u2028<>';

/** A file with content, type and a name that has to be escaped. */
export const FILE = new File([Uint8Array.from({ length: 600 }, (_, index) => index & 255)], 'ünï "q".png', {
  type: "image/png",
});

/** Values for fields whose format the spec restricts; all others accept any value of their type. */
const FORMS = {
  "setWebhook.url": ["https://bot.example:8443/hook?a=1&b=%20"],
  "createNewStickerSet.name": ["cats_9_by_sample_bot"],
  "addStickerToSet.name": ["Cats_by_Sample_Bot"],
  "getStickerSet.name": ["cats_by_sample_bot"],
  "setChatStickerSet.sticker_set_name": ["cats_by_sample_bot"],
  "sendInvoice.title": ["Ünit 👩 & co"],
  "sendInvoice.currency": ["EUR"],
  "sendInvoice.start_parameter": ["start-1_A"],
  "sendInvoice.provider_data": ['{"a":"b"}'],
  "answerInlineQuery.switch_pm_parameter": ["start-1_A"],
  "answerInlineQuery.next_offset": ["", "50"],
  "createNewStickerSet.title": ["Ünit 👩 & co"],
  "InlineQueryResultVideo.mime_type": ["video/mp4", "text/html"],
  "InlineQueryResultDocument.mime_type": ["application/pdf", "application/zip"],
  "sendVideoNote.video_note": ["AgADBAADbXXXXXXXXXXXGBdhD2l6_XX"],
};

const byName = {
  callback_data: ["data:1"],
  live_period: [60, 86_400],
  limit: [1, 100],
  max_connections: [100],
  emojis: ["😀👩‍👩‍👧"],
};

const SCALARS = {
  Integer: (name) => (/(^|_)id$/.test(name) && !/message_id$/.test(name) ? [2 ** 52 - 1] : [2 ** 31 - 1, 0]),
  Float: () => [55.755_826, -0.000_000_1],
  Boolean: () => [true, false],
  True: () => [true],
  ChatId: () => [-1_001_234_567_890, 2 ** 52 - 1, "@some_channel"],
  "InputFile or String": () => ["AgADBAADbXXXXXXXXXXXGBdhD2l6_XX", "https://files.example/a.gif?b=1&c=%20"],
  InputFile: () => [FILE],
};

function scalar(type, name) {
  if (SCALARS[type]) return SCALARS[type](name);
  if (type !== "String") throw new Error(`no sample for ${type}`);
  if (/(^|_)url$/.test(name)) return ["https://example.org/a?b=1&c=%20"];
  if (name === "media") return ["AgADBAADbXXXXXXXXXXXGBdhD2l6_XX", "https://files.example/a.jpg"];
  if (name === "id") return ["1"];
  return [HARD];
}

/** Alternative values for a field, which together cover every kind and listed value that it can have. */
function values(type, where, full) {
  const name = where.split(".").at(-1);
  const listed = enumerated(where);
  const { array, oneOf, object } = kind(type);
  if (array && listed) return [listed, []];
  if (array) return arrays(array, where, full);
  if (FORMS[where]) return FORMS[where];
  if (listed) return listed;
  if (byName[name]) return byName[name];
  if (oneOf) return oneOf.flatMap((variant) => objects(variant, full));
  return object ? objects(object, full) : scalar(type, name);
}

function arrays(item, where, full) {
  const items = values(item, where, full);
  const most = Math.min(mostItems(where), 50);
  const groups = [];
  for (let from = 0; from < items.length; from += most) groups.push(items.slice(from, from + most));
  if (where === "answerInlineQuery.results") {
    groups.forEach((group) => group.forEach((result, index) => (result.id = `é${index}`)));
  }
  if (where === "sendMediaGroup.media" && groups.at(-1).length < 2) groups.at(-1).push(items[0]);
  return groups;
}

/** Objects of the spec's type whose fields go through all their alternatives. */
function objects(name, full) {
  if (name === "InlineKeyboardMarkup") return [keyboard({ pay: true }, full), keyboard({ callback_game: {} }, full)];
  if (name === "KeyboardButton" && full) {
    return [{ text: HARD }, { text: "a", request_contact: true }, { text: "b", request_location: true }];
  }
  const alternatives = zip(name, fieldsOf(name), full);
  if (name === "InlineQueryResultGame" && full)
    alternatives.forEach((result) => (result.reply_markup = keyboard({ callback_game: {} }, full)));
  return alternatives.filter((result) => result.mime_type !== "text/html" || result.input_message_content);
}

function zip(owner, fields, full) {
  const wanted = Object.entries(fields).filter(([, field]) => full || field.required);
  const columns = wanted.map(([name, field]) => [name, values(field.type, `${owner}.${name}`, full)]);
  const rows = Math.max(1, ...columns.map(([, column]) => column.length));
  return Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(columns.map(([name, column]) => [name, column[row % column.length]])),
  );
}

/** An inline keyboard that starts with the button that has to be the first, and has every other kind. */
export function keyboard(first, full = true) {
  const others = exactlyOne("InlineKeyboardButton").filter((field) => field !== "pay" && field !== "callback_game");
  const button = (field) => ({ text: HARD, [field]: values("String", `InlineKeyboardButton.${field}`, full)[0] });
  const rows = [[{ text: "first", ...first }, ...others.slice(0, 1).map(button)]];
  return { inline_keyboard: full ? [...rows, others.slice(1).map(button), [{ text: "empty", switch_inline_query: "" }]] : rows };
}

const OWN = {
  sendInvoice: (sample) => sample.reply_markup && { reply_markup: keyboard({ pay: true }) },
  sendGame: (sample) => sample.reply_markup && { reply_markup: keyboard({ callback_game: {} }) },
  answerShippingQuery: ({ ok }) => (ok ? { shipping_options: SHIPPING } : { error_message: HARD }),
  answerPreCheckoutQuery: ({ ok }) => (ok ? {} : { error_message: HARD }),
};

const SHIPPING = [{ id: "s", title: HARD, prices: [{ label: HARD, amount: -1 }, { label: "b", amount: 2 ** 31 - 1 }] }];

function samples(method, full) {
  const made = zip(method, methods[method].params, full).map((sample) => ({ ...sample, ...OWN[method]?.(sample) }));
  if (!hasTarget(method)) return made;
  return made.flatMap((sample) => {
    const { chat_id = 5, message_id = 7, inline_message_id = "i&1", ...rest } = sample;
    return [{ chat_id, message_id, ...rest }, { inline_message_id, ...rest }];
  });
}

/** Every parameter set, in as many samples as the variants, listed values and rules need. */
export const everything = (method) => samples(method, true);

/** Only the parameters that the tables and the rules require. */
export const onlyRequired = (method) => samples(method, false);

/** The parameters that take a file: name → whether a string does as well. */
export function fileParameters(method) {
  const files = Object.entries(methods[method].params).filter(([, { type }]) => type.startsWith("InputFile"));
  return files.map(([name, { type }]) => ({ name, orString: type !== "InputFile" }));
}
