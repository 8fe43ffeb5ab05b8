// html and markdown in a message: the user sees exactly the original text, for every text.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { html, markdown } from "botwire";
import { createEmulator } from "botwire/emulator";
import { mulberry32 } from "../support/random.mjs";

const PARTS = ["\\", "\\\\", "*", "_", "`", "``", "```", "[", "]", "(", ")", "<", ">", "&", "&amp;", '"', "\n", " ", "a", "é", "👩‍👩‍👧", "C:\\_dir_"];
const URLS = [
  "https://example.org/a_(b)*c",
  "https://example.org/?a=b&c=\"d\"&e='f'",
  "https://example.org/*_`[]",
  "https://example.org/<>",
];
const link = (texts, text) => texts.link(text, URLS[text.length % URLS.length]);

const emulator = createEmulator({ logSize: 0 });
const alice = emulator.user();
alice.write("/start");
after(() => emulator.close());

/** The message that the user sees. */
async function shown({ text, parse_mode }) {
  const response = await emulator.fetch(`${emulator.baseUrl}/bot${emulator.token}/sendMessage`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ chat_id: alice.id, text, parse_mode }),
  });
  const { ok, description, result } = await response.json();
  assert.ok(ok, `${description}: ${JSON.stringify(text)}`);
  return result;
}

/** The parts of the text that entities of a type cover, and the rest. */
function covered({ text, entities = [] }, type) {
  const found = entities.filter((entity) => entity.type === type);
  let rest = text;
  for (const { offset, length } of found.toReversed()) rest = rest.slice(0, offset) + rest.slice(offset + length);
  return { found, rest };
}

const MARKS = { bold: /^\**$/, italic: /^_*$/, code: /^`*$/, pre: /^`*$/, text_link: /^\]*$/ };

for (const [name, texts, mode] of [["html", html, "HTML"], ["markdown", markdown, "Markdown"]]) {
  describe(name, () => {
    const random = mulberry32(7);
    const pick = () => PARTS[Math.floor(random() * PARTS.length)];
    const samples = Array.from({ length: 400 }, () => Array.from({ length: 1 + Math.floor(random() * 8) }, pick).join(""));
    // A message without visible characters is not a message.
    const visible = samples.filter((text) => text.trim() !== "");

    test("escape shows the text, and nothing of it is marked", async () => {
      for (const text of visible) {
        const message = await shown({ text: texts.escape(text), parse_mode: mode });
        assert.equal(message.text, text);
        for (const type of Object.keys(MARKS)) assert.deepEqual(covered(message, type).found, [], JSON.stringify(text));
      }
    });

    test("texts and entities one after the other show all texts", async () => {
      const marks = [(text) => text, texts.bold, texts.italic, texts.code, texts.pre, (text) => link(texts, text)];
      for (let at = 0; at + 3 < visible.length; at += 3) {
        const input = visible.slice(at, at + 3);
        const parts = input.map((text) => marks[Math.floor(random() * marks.length)](text));
        assert.equal((await shown(texts.join(parts))).text, input.join(""), JSON.stringify(parts));
      }
    });

    for (const [type, mark] of [
      ["bold", texts.bold],
      ["italic", texts.italic],
      ["code", texts.code],
      ["pre", texts.pre],
      ["text_link", (text) => link(texts, text)],
    ]) {
      test(`${type} shows the text, marked but for the marks in it`, async () => {
        for (const text of visible) {
          const message = await shown(mark(text));
          assert.equal(message.text, text);
          const { found, rest } = covered(message, type);
          assert.match(rest, name === "html" ? /^$/ : MARKS[type], JSON.stringify(text));
          const url = URLS[text.length % URLS.length];
          const expected = name === "html" ? url : url.replaceAll(")", "%29");
          for (const { url } of found) assert.equal(url, type === "text_link" ? expected : undefined);
        }
      });
    }
  });
}

test("a block of code with a language shows its text", async () => {
  for (const text of ["x", "a\nb\n", "```", "a`", "\\"]) assert.equal((await shown(markdown.pre(text, "js"))).text, text);
});
