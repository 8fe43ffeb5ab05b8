// split: each part fits into a message, and the parts together show the text.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { Bot, html, markdown, split } from "botwire";
import { createEmulator } from "botwire/emulator";
import { mulberry32 } from "../support/random.mjs";

const emulator = createEmulator({ logSize: 0 });
const bot = new Bot({ baseUrl: emulator.baseUrl, token: emulator.token, fetch: emulator.fetch });
const alice = emulator.user();
alice.write("/start");
after(() => emulator.close());

/** Sends each part, and returns the messages that the user sees. */
async function shown(parts) {
  const messages = [];
  for (const part of parts) messages.push(await bot.sendMessage({ chat_id: alice.id, ...(typeof part === "string" ? { text: part } : part) }));
  return messages;
}

const withoutSpace = (text) => text.replace(/\s+/g, "");

describe("plain text", () => {
  test("stays as it is if it fits", () => {
    for (const text of ["hello", "  hello\n", "a".repeat(4096), "😀".repeat(2048)]) assert.deepEqual(split(text), [text]);
    assert.deepEqual(split(""), []);
    assert.deepEqual(split(" \n\n "), []);
  });
  test("is cut at an empty line, a line break or a space, in this order, and without it", () => {
    assert.deepEqual(split("one two\nthree\n\nfour five", { limit: 18 }), ["one two\nthree", "four five"]);
    assert.deepEqual(split("one two\nthree four", { limit: 14 }), ["one two", "three four"]);
    assert.deepEqual(split("one two three", { limit: 9 }), ["one two", "three"]);
    assert.deepEqual(split("one\r\n\r\n\r\n  two", { limit: 7 }), ["one", "  two"]);
    assert.deepEqual(split("abcdefgh", { limit: 3 }), ["abc", "def", "gh"]);
    assert.deepEqual(split("a bcdefghijkl", { limit: 6 }), ["a", "bcdefg", "hijkl"]);
  });
  test("an emoji, an accent and a line break of two characters stay whole", () => {
    const family = "👩‍👩‍👧";
    assert.deepEqual(split(`ab${family}`, { limit: 9 }), ["ab", family]);
    assert.deepEqual(split("ab🇩🇪🇫🇷", { limit: 7 }), ["ab🇩🇪", "🇫🇷"]);
    assert.deepEqual(split("abe\u0301", { limit: 3 }), ["ab", "e\u0301"]);
    assert.deepEqual(split("ab👍🏽", { limit: 5 }), ["ab", "👍🏽"]);
    assert.deepEqual(split(`a${"\u0301".repeat(10)}`, { limit: 4 }).map((part) => part.length), [4, 4, 3]);
    assert.deepEqual(split("😀😀", { limit: 3 }), ["😀", "😀"]);
  });
});

describe("markup", () => {
  test("a tag that is open at a cut is closed and opened again, with its attributes", () => {
    const texts = (parts) => parts.map(({ text, parse_mode }) => (assert.equal(parse_mode, "HTML"), text));
    assert.deepEqual(texts(split(html`a <b>bold text</b>`, { limit: 6 })), ["a <b>bold</b>", "<b>text</b>"]);
    assert.deepEqual(texts(split(html.link("one two", "https://x.example/?a=1&b=>"), { limit: 4 })), [
      '<a href="https://x.example/?a=1&amp;b=&gt;">one</a>',
      '<a href="https://x.example/?a=1&amp;b=&gt;">two</a>',
    ]);
    assert.deepEqual(texts(split(html`${"<".repeat(5)}`, { limit: 2 })), ["&lt;&lt;", "&lt;&lt;", "&lt;"]);
    assert.deepEqual(texts(split(html`<i>&#128512;&#x41;b</i>`, { limit: 3 })), ["<i>&#128512;&#x41;</i>", "<i>b</i>"]);
  });
  test("marks of Markdown are closed and opened again, also where the text ends them", () => {
    const texts = (parts) => parts.map(({ text, parse_mode }) => (assert.equal(parse_mode, "Markdown"), text));
    assert.deepEqual(texts(split(markdown`a *bold text*`, { limit: 6 })), ["a *bold*", "*text*"]);
    assert.deepEqual(texts(split(markdown.bold("a* b"), { limit: 2 })), ["*a*\\*", "*b*"]);
    assert.deepEqual(texts(split(markdown`${"_".repeat(3)}`, { limit: 2 })), ["\\_\\_", "\\_"]);
    assert.deepEqual(texts(split(markdown.link("one two", "https://x.example/(a)"), { limit: 4 })), ["[one](https://x.example/(a%29)", "[two](https://x.example/(a%29)"]);
  });
  test("the limit counts what the user sees", async () => {
    const parts = split(html.bold("&".repeat(5000)));
    assert.deepEqual((await shown(parts)).map(({ text }) => text.length), [4096, 904]);
  });
});

test("the service takes each part of any text, and together they show it with its markup", async () => {
  const random = mulberry32(11);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const PIECES = ["\\", "*", "_", "`", "[", "]", "<", ">", "&", "&amp;", '"', "\n", "\n\n", " ", "word ", "é", "👩‍👩‍👧", "😀", "&#65;", "```"];
  for (let round = 0; round < 120; round++) {
    for (const texts of [html, markdown]) {
      const marks = [(text) => text, texts.bold, texts.italic, texts.code, (text) => texts.link(text, "https://x.example/a_(b)")];
      const parts = Array.from({ length: 1 + Math.floor(random() * 5) }, () => pick(marks)(Array.from({ length: 1 + Math.floor(random() * 12) }, () => pick(PIECES)).join("")));
      const whole = texts.join(parts);
      const limit = 12 + Math.floor(random() * 30);
      const messages = await shown(split(whole, { limit }));
      const source = parts.map((part) => (typeof part === "string" ? part : undefined));
      for (const { text } of messages) assert.ok(text.length <= limit, `${text.length} > ${limit}: ${JSON.stringify(whole.text)}`);
      const joined = withoutSpace(messages.map(({ text }) => text).join(""));
      const [expected] = withoutSpace(whole.text).length > 0 && source.length > 0 ? await shown(split(whole)) : [{ text: "" }];
      assert.equal(joined, withoutSpace(expected?.text ?? ""), JSON.stringify(whole.text));
      const marked = ({ text, entities = [] }) => entities.map(({ type, offset, length }) => [type, withoutSpace(text.slice(offset, offset + length))]).filter(([, part]) => part !== "");
      const merged = messages.flatMap(marked).reduce((sum, [type, part]) => ({ ...sum, [type]: (sum[type] ?? "") + part }), {});
      const wanted = (expected ? marked(expected) : []).reduce((sum, [type, part]) => ({ ...sum, [type]: (sum[type] ?? "") + part }), {});
      assert.deepEqual(merged, wanted, JSON.stringify(whole.text));
    }
  }
});

test("refuses what is not text, and names an unknown option", () => {
  for (const wrong of [undefined, null, 5, {}, ["a"], { text: "a", parse_mode: "HTML" }, new Proxy({}, { get() { throw new Error(); } })]) {
    assert.throws(() => split(wrong), { kind: "validation", method: "split", path: "text" });
  }
  assert.throws(() => split("a", { limit: 1 }), { kind: "validation", path: "limit" });
  assert.throws(() => split("a", { size: 5 }), { kind: "validation", path: "size" });
});

test("a long text takes time in proportion to its length", () => {
  const line = "All work and no play makes Jack a dull boy. ";
  const parts = split(html.bold(line.repeat(20_000)));
  assert.equal(withoutSpace(parts.map(({ text }) => text.replace(/<\/?b>/g, "")).join("")), withoutSpace(line.repeat(20_000)));
});
