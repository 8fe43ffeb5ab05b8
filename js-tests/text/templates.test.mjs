// html and markdown as templates: interpolated values are escaped, texts with markup nest, and tags stay separate.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Bot, html, markdown } from "botwire";
import { createEmulator } from "botwire/emulator";
import { readHtml, readMarkdown } from "./readers.mjs";

const HOSTILE = ['<b>&"\'</b>', "*a_b`c[d](e)", "</a><a href=x>", '" onclick="x', "`", "```", "]", "a\\", ""];
const URL_WITH_ALL = "https://example.org/?a=b&c=\"d\"&e='f'(g)";

describe("html", () => {
  test("escapes what is interpolated, in a tag and in an attribute", () => {
    for (const text of HOSTILE) {
      assert.deepEqual(readHtml(html`x${text}y<b>z${text}</b>`.text), [{ text: `x${text}y` }, { text: `z${text}`, tag: "b" }]);
      assert.deepEqual(readHtml(html`<a href="${text}">a</a>`.text), [{ text: "a", tag: "a", href: text }]);
      assert.doesNotMatch(html`<a href='${text}'>a</a>`.text.slice("<a href='".length, -"'>a</a>".length), /['<>]/);
    }
    assert.equal(html`${1}, <b>${2.5}</b>`.text, "1, <b>2.5</b>");
    assert.deepEqual(readHtml(html`<a href="${new URL(URL_WITH_ALL)}">a</a>`.text)[0].href, new URL(URL_WITH_ALL).href);
  });
  test("nests templates and functions", () => {
    const name = html.bold("A & B");
    const line = html`by ${name}, ${html`<i>${"<x>"}</i>`}`;
    assert.equal(html`1. ${line}`.text, "1. by <b>A &amp; B</b>, <i>&lt;x&gt;</i>");
    assert.equal(html.join([line, 5, "<"], "\n<").text, `${line.text}\n&lt;5\n&lt;&lt;`);
    assert.equal(html.join([], ", ").text, "");
  });
  test("closes an outer tag around an inner one, since the service refuses nested tags", () => {
    assert.equal(html.bold(html.italic("x")).text, "<i>x</i>");
    assert.equal(html.bold(html`a ${html.italic("b")} c`).text, "<b>a </b><i>b</i><b> c</b>");
    assert.equal(html`<b>a ${html.link("b", "https://x.example/")}</b>`.text, '<b>a </b><a href="https://x.example/">b</a>');
    assert.equal(html.link(html`a ${html.code("b")}`, "https://x.example/>").text, '<a href="https://x.example/&gt;">a </a><code>b</code>');
    assert.equal(html`<a href="x>y">a${html.bold("b")}c</a>`.text, '<a href="x>y">a</a><b>b</b><a href="x>y">c</a>');
    assert.equal(html.bold(html.italic(html.code("x"))).text, "<code>x</code>");
  });
});

describe("markdown", () => {
  const texts = (parts) => parts.map(({ text }) => text).join("");

  test("escapes what is interpolated for where it stands", () => {
    for (const text of HOSTILE) {
      assert.deepEqual(texts(readMarkdown(markdown`x${text}y`.text)), `x${text}y`);
      for (const made of [markdown`*z${text}*`, markdown`_z${text}_`, markdown`\`z${text}\``, markdown`[z${text}](https://x.example)`]) {
        const parts = readMarkdown(made.text);
        assert.equal(texts(parts), `z${text}`);
        assert.ok(parts.every((part) => part.kind === parts[0].kind || /^[*_`\]]+$/.test(part.text)), made.text);
      }
      assert.deepEqual(texts(readMarkdown(markdown`\`\`\`js\n${text}\`\`\``.text)), text, "a block");
    }
    assert.equal(markdown`[a](${URL_WITH_ALL}) *${1}*`.text, `[a](${URL_WITH_ALL.replace(")", "%29")}) *1*`);
    assert.equal(markdown`[a ${"b"}](${new URL("https://x.example/?q=")}${5}) ${"c"}`.text, "[a b](https://x.example/?q=5) c");
  });
  test("nests, and the innermost entity holds", () => {
    assert.equal(markdown`a ${markdown.bold("b_c")}`.text, "a *b_c*");
    assert.equal(markdown.bold(markdown`a ${markdown.italic("b")}`).text, "*a *_b_");
    assert.equal(markdown`*a ${markdown.link("b", "https://x.example")} c*`.text, "*a *[b](https://x.example)* c*");
    assert.equal(markdown.bold(markdown.italic("x")).text, "_x_");
    assert.equal(markdown.join([markdown.bold("a"), "*"], "_").text, "*a*\\_\\*");
  });
  test("a backslash before an entity is not an escape of its mark", () => {
    const nested = markdown`${"C:\\"}${markdown.bold("b")}`;
    for (const made of [nested, markdown`${nested}`, markdown`${"C:\\"}*b*`, markdown.join(["C:\\", markdown.bold("b")])]) {
      assert.deepEqual(texts(readMarkdown(made.text)), "C:\\b", made.text);
    }
    assert.deepEqual(texts(readMarkdown(markdown`${"\\\\"}${markdown.link("a", "https://x.example")}`.text)), "\\\\a");
  });
  test("a mark of the literal that does not end is a plain character", () => {
    assert.equal(markdown`2 * ${3} [x]`.text, "2 \\* 3 \\[x]");
    assert.equal(markdown`snake_${"case"}`.text, "snake\\_case");
  });
});

test("a text that a user wrote cannot pass for markup", () => {
  const forged = JSON.parse('{"text":"<b>x</b>","parse_mode":"HTML"}');
  for (const wrong of [forged, { ...html.bold("x") }, { ...markdown.bold("x") }, null, undefined, true, NaN, {}]) {
    assert.throws(() => html`${wrong}`, { kind: "validation", path: "values[0]" });
    assert.throws(() => markdown`${wrong}`, { kind: "validation", path: "values[0]" });
    assert.throws(() => html.bold(wrong), { kind: "validation" });
    assert.throws(() => html.join([wrong]), { kind: "validation" });
    assert.throws(() => html`${"a"} ${["b", ["c", wrong]]}`, { kind: "validation", path: "values[1][1][1]" });
    assert.throws(() => markdown`${["b", wrong]}`, { kind: "validation", path: "values[0][1]" });
  }
  assert.throws(() => html`${markdown.bold("x")}`, { kind: "validation" });
  assert.throws(() => markdown`${html.bold("x")}`, { kind: "validation" });
  assert.throws(() => html`a<a href="${html.bold("x")}">b</a>`, { kind: "validation", path: "values[0]", expected: "a plain text inside of a tag" });
  assert.throws(() => html("<b>"), { kind: "validation" });
  assert.throws(() => markdown(["a"]), { kind: "validation" });
});

test("joins an Array of texts, at any place and depth", () => {
  const lines = ["<", 1, html.bold("b"), ["_", html`<i>c</i>`]];
  assert.equal(html`a ${lines}.`.text, "a &lt;1<b>b</b>_<i>c</i>.");
  assert.equal(html.bold(["a", html.italic("b"), []]).text, "<b>a</b><i>b</i>");
  assert.equal(html.join([["a", "b"], "c"], ", ").text, "ab, c");
  assert.equal(html`${[]}`.text, "");
  assert.equal(markdown`a ${["_", 1, markdown.bold("b")]}`.text, "a \\_1*b*");
  assert.equal(markdown.italic(["a", markdown.bold("b")]).text, "_a_*b*");
});

test("a text with markup is spread into a call, and its parts are plain values", () => {
  const text = html.bold("hi");
  assert.deepEqual({ ...text }, { text: "<b>hi</b>", parse_mode: "HTML" });
  assert.deepEqual(JSON.parse(JSON.stringify({ ...markdown.bold("hi") })), { text: "*hi*", parse_mode: "Markdown" });
  assert.deepEqual(text.toCaption(), { caption: "<b>hi</b>", parse_mode: "HTML" });
  assert.deepEqual(text.toMessageText(), { message_text: "<b>hi</b>", parse_mode: "HTML" });
  assert.equal(`${text}!`, "<b>hi</b>!");
});

test("the emulator reads all of it as it was meant", async () => {
  const emulator = createEmulator();
  const bot = new Bot({ baseUrl: emulator.baseUrl, token: emulator.token, fetch: emulator.fetch });
  const alice = emulator.user({ first_name: "Alice" });
  alice.write("hi");
  const shown = async (made) => {
    const { text, entities = [] } = await bot.sendMessage({ chat_id: alice.id, ...made });
    return [text, entities.map(({ type, offset, length }) => [type, text.slice(offset, offset + length)])];
  };
  const link = "https://x.example/?a=1&b=(2)";
  const expected = ["Hi <A_*B*>, see *here* & now", [["bold", "Hi "], ["italic", "<A_*B*>"], ["text_link", "*here*"], ["bold", " & now"]]];
  assert.deepEqual(await shown(html.bold(html`Hi ${html.italic("<A_*B*>")}`)), ["Hi <A_*B*>", expected[1].slice(0, 2)]);
  assert.deepEqual(await shown(html`<b>Hi ${html.italic("<A_*B*>")}</b>, see <a href="${link}">${"*here*"}</a><b>${" & now"}</b>`), expected);
  const inMarkdown = await shown(markdown`*Hi ${markdown.italic("<A_*B*>".replaceAll("_", "-"))}*, see [${"*here*"}](${link})*${" & now"}*`);
  assert.deepEqual(inMarkdown, [expected[0].replace("_", "-"), expected[1].map(([kind, part]) => [kind, part.replace("_", "-")])]);
  emulator.close();
});
