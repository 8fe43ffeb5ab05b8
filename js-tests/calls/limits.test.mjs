// Every limit of the spec: its greatest and least values are sent, one beyond is refused with the place and the number.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Bot } from "botwire";
import { assertRefused, place } from "../support/faulty.mjs";
import { recorded } from "../support/recorded.mjs";
import { TOKEN, ok } from "../support/recorder.mjs";
import { limits } from "../support/spec.mjs";

const { service, botWith } = await recorded(ok());
const bot = botWith();
const unlimited = botWith({ checkLimits: false });

/** Values of a size in that unit, of one and of several bytes, UTF-16 units or code points to a character. */
const MADE = {
  characters: (size) => ["x".repeat(size), "é".repeat(size), "😀".repeat(size)],
  "visible characters": (size) => ["x".repeat(size), "😀".repeat(size)],
  bytes: (size) => [
    "x".repeat(size),
    "é".repeat(size >> 1) + "x".repeat(size & 1),
    "x".repeat(size % 4) + "😀".repeat(size >> 2),
  ],
  value: (size) => [size],
  bits: (size) => [size],
  items: (size, where) => [Array.from({ length: size }, (_, index) => ITEMS[where](index))],
};

const ITEMS = {
  "sendMediaGroup.media": () => ({ type: "photo", media: "a" }),
  "answerInlineQuery.results": (index) => ({ type: "game", id: `${index}`, game_short_name: "g" }),
};

/** Formats that are required in addition to the length: how a value of a length is made there. */
const NAMES = (size) => [`${"x".repeat(Math.max(0, size - "_by_b".length))}_by_b`.slice(0, size)];
const FORMED = {
  "answerInlineQuery.switch_pm_parameter": (size) => ["x".repeat(size), "_-9Z".repeat(size).slice(0, size)],
  "createNewStickerSet.name": NAMES,
  "addStickerToSet.name": NAMES,
  "sendInvoice.currency": (size) => ["EURO".slice(0, size)],
};

const stated = limits.filter(
  ({ where, on, outside, unit }) => where && on === "request" && !outside && (MADE[unit] || unit.endsWith("bytes")),
);

describe("texts, numbers and lists", () => {
  for (const limit of stated.filter(({ unit }) => MADE[unit])) {
    test(`${limit.where}: ${limit.min ?? ""}-${limit.max ?? ""} ${limit.unit}`, () => checkLimit(limit));
  }
});

async function checkLimit({ where, unit, min, max, exclusive, derived }) {
  const [owner, field] = where.split(".");
  const { method, path, make } = place(owner);
  const made = (size) => (FORMED[where] ?? MADE[unit])(size, where);
  const isId = unit === "bits";
  const greatest = isId ? 2 ** max - 1 : max;
  const least = isId ? -greatest : min;
  for (const size of [greatest, least].filter((size) => size !== undefined && !(FORMED[where] === NAMES && size < 6))) {
    for (const value of made(size)) {
      service.clear();
      await bot.call(method, make({ [field]: value }));
      assert.equal(service.requests.length, 1);
    }
  }
  assert.equal(exclusive === true, isId);
  if (derived && !isId) return;
  const beyond = [greatest + 1, ...(least > 0 || isId ? [least - 1] : [])].filter(Number.isFinite);
  if (unit === "value" && least === 0) beyond.push(-1);
  for (const size of beyond) {
    for (const value of made(size)) {
      const number = unit === "value" || isId ? String(size) : `^${size} `;
      const limit = isId ? greatest : size > greatest ? greatest : least;
      await assertRefused(bot, service, method, make({ [field]: value }), path(field), {
        expected: FORMED[where] ? undefined : new RegExp(`\\b${limit}\\b`),
        received: FORMED[where] ? undefined : new RegExp(number),
      });
      service.clear();
      await unlimited.call(method, make({ [field]: value }));
      assert.equal(service.requests.length, 1, "without limits it is sent");
    }
  }
}

describe("sizes of uploads", () => {
  for (const { where, unit, max, when } of stated.filter(({ unit }) => unit.endsWith("bytes") && unit !== "bytes")) {
    const size = max * { kilobytes: 1 << 10, megabytes: 1 << 20 }[unit];
    test(`${where}: ${max} ${unit} ${when ?? "uploaded"}`, async () => {
      const [owner, field] = where.split(".");
      const { method, path, make } = place(owner);
      const seen = [];
      const instant = async (_, { body }) => {
        seen.push(body);
        await body?.cancel?.();
        return Response.json({ ok: true, result: true });
      };
      const options = { baseUrl: service.baseUrl, token: TOKEN, fetch: instant };
      await new Bot(options).call(method, make({ [field]: blob(size) }));
      assert.equal(seen.length, 1);
      const tooLarge = make({ [field]: blob(size + 1) });
      await assertRefused(new Bot(options), service, method, tooLarge, path(field), {
        expected: new RegExp(`\\b${size} bytes`),
        received: new RegExp(`^${size + 1} bytes`),
      });
      assert.equal(seen.length, 1, "nothing is sent");
      await new Bot({ ...options, checkLimits: false }).call(method, tooLarge);
      assert.equal(seen.length, 2);
    });
  }
});

const mebibyte = new Blob([new Uint8Array(1 << 20)]);
const blob = (size) => new Blob([...Array(size >> 20).fill(mebibyte), new Uint8Array(size % (1 << 20))]);

describe("texts with markup", () => {
  const text = (params) => ({ chat_id: 1, ...params });
  const fits = {
    "HTML tags": { text: `<b>${"x".repeat(4096)}</b><a href="https://example.org/${"y".repeat(500)}"></a>`, parse_mode: "HTML" },
    "HTML references count one": { text: "&lt;".repeat(4096), parse_mode: "HTML" },
    "Markdown marks": { text: `*${"x".repeat(4095)}*[y](https://example.org/${"z".repeat(500)})`, parse_mode: "Markdown" },
  };
  for (const [what, params] of Object.entries(fits)) {
    test(`${what}: 4096 visible characters are sent`, async () => {
      service.clear();
      await bot.sendMessage(text(params));
      assert.equal(service.only.params.text, params.text);
    });
    test(`${what}: without parse_mode every character is visible`, async () => {
      await assertRefused(bot, service, "sendMessage", text({ text: params.text }), "text", { expected: /4096/ });
    });
    test(`${what}: one more visible character is refused`, async () => {
      await assertRefused(bot, service, "sendMessage", text({ ...params, text: `${params.text}x` }), "text", {
        expected: /4096 visible characters/,
        received: /^4097 visible characters/,
      });
    });
  }
});

describe("integers", () => {
  for (const value of [2 ** 31, -(2 ** 31) - 1]) {
    test(`${value} does not fit 32 bits`, async () => {
      await assertRefused(bot, service, "deleteMessage", { chat_id: 1, message_id: value }, "message_id", {
        expected: /-2147483648 .*2147483647/,
        received: new RegExp(`^${value}$`),
      });
    });
  }
  for (const value of [2 ** 31 - 1, -(2 ** 31), 0, -0]) {
    test(`${Object.is(value, -0) ? "-0" : value} fits`, async () => {
      service.clear();
      await bot.deleteMessage({ chat_id: 1, message_id: value });
      assert.equal(service.only.params.message_id, value + 0);
    });
  }
  for (const value of [2 ** 53, -(2 ** 53), 2 ** 53 - 1 + 0.5, 1.5, 1e300]) {
    test(`${value} is not an exact integer, with or without limits`, async () => {
      for (const one of [bot, unlimited]) {
        await assertRefused(one, service, "deleteMessage", { chat_id: value, message_id: 1 }, "chat_id");
      }
    });
  }
});
