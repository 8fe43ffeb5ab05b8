// Spellings of a token nested at random are never shown. The same as tests/redact.rs, since the two languages decode by other means.
import assert from "node:assert/strict";
import { test } from "node:test";
import { mulberry32 } from "../support/random.mjs";
// The entry whose inner files are used below.
import "../node_modules/botwire/entries/default.js";

const { redactor } = await import("../node_modules/botwire/errors/redact.js");
const { REDACTED, WITHHELD } = await import("../node_modules/botwire/policy.js");

const random = mulberry32(7);
const below = (most) => Math.floor(random() * most);
const oneOf = (values) => values[below(values.length)];
const hex = (code, digits = 2) => code.toString(16).padStart(digits, "0");

/** Escapes what must be escaped, and some of the rest. */
function escapeSome(text, must, escape) {
  const often = random();
  return text.replace(/[^]/gu, (char) => (must.includes(char) || random() < often ? escape(char.codePointAt(0), char) : char));
}
const bytes = (char, write) => [...Buffer.from(char)].map(write).join("");

/** The first two encode the whole text, which is decoded twice. */
const LAYERS = [
  (text) => Buffer.from(text).toString(oneOf(["base64", "base64url"])),
  (text) => [...Buffer.from(text)].map((byte) => hex(byte)).join(oneOf(["", " ", ":", ", "])),
  (text) => escapeSome(text, "%", (_, char) => bytes(char, (byte) => `%${hex(byte)}`)),
  (text) => escapeSome(text, '\\"', (code) => (code > 0xffff ? String.fromCodePoint(code) : `\\u${hex(code, 4)}`)),
  (text) => escapeSome(text, '\\"', (code) => `\\u{${hex(code)}}`),
  (text) => escapeSome(text, "&<", (code) => `&#${code};`),
  (text) => escapeSome(text, "=", (_, char) => bytes(char, (byte) => `=${hex(byte).toUpperCase()}`)),
  (text) => escapeSome(text, "", (_, char) => char + oneOf(["\n ", "<wbr>", "\u200b", " "])),
  (text) => text.replace(/[a-z\d]/gi, (char) => String.fromCodePoint(char.codePointAt(0) + 0xfee0)),
];

const newToken = () => {
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return `${100_000_000 + below(900_000_000)}:${Array.from({ length: 35 }, () => oneOf(digits)).join("")}`;
};

test("1500 texts that spell a token are replaced or withheld", () => {
  for (let round = 0; round < 1500; round++) {
    const token = newToken();
    const layers = Array.from({ length: below(4) }, () => below(LAYERS.length));
    if (layers.filter((layer) => layer < 2).length > 2) continue;
    // The bytes of a full-width letter are only put together if they are escaped equally often.
    if (layers.includes(8) && layers.length > 2) continue;
    const plain = oneOf(["", "/bot", "url=", "x ", "100% of "]) + token + oneOf(["", "/getMe", "&x=1", " end", '"}']);
    const text = layers.reduce((text, layer) => LAYERS[layer](text), plain);
    // Of a longer text only the beginning is shown.
    if (text.length > 4000) continue;
    const shown = redactor(token)(text);
    assert.ok(shown === WITHHELD || shown.includes(REDACTED), `${layers}: ${text} of ${token} is ${shown}`);
  }
});

test("1500 texts that spell another token are shown", () => {
  for (let round = 0; round < 1500; round++) {
    const text = LAYERS.slice(0, 7).map((layer) => layer(newToken())).join("; ");
    assert.equal(redactor(newToken())(text), text);
  }
});
