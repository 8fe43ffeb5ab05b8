// html and markdown: whatever a text holds, what the service shows of it is that text and nothing else.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { html, markdown } from "botwire";
import { readHtml, readMarkdown } from "./readers.mjs";

const TEXTS = [
  "plain",
  "a < b && c > d",
  "\"quoted\" 'single'",
  "&amp; &lt;b&gt;",
  "<b>bold</b>",
  "</a><a href=x>",
  "*a*",
  "_a_",
  "`a`",
  "[a](b)",
  "a_b_c",
  "a*b",
  "``",
  "```js\n1\n```",
  "a\\b",
  "\\*",
  "]",
  "](x)",
  "(x)",
  "é 👩‍👩‍👧 \u200d",
  "a\nb",
  "",
  " ",
  "#1 @me /start",
  "0",
];
const URLS = [
  "https://example.org/",
  "https://example.org/?a=b&c=\"d\"&e='f'",
  "https://example.org/a_(b)",
  "https://example.org/*_`[]",
  "https://example.org/<>",
];

describe("html", () => {
  for (const text of TEXTS) {
    test(JSON.stringify(text), () => {
      assert.deepEqual(readHtml(html.escape(text)), text === "" ? [] : [{ text }]);
      for (const [tag, kind] of [
        ["bold", "b"],
        ["italic", "i"],
        ["code", "code"],
        ["pre", "pre"],
      ]) {
        assert.deepEqual(readHtml(`x${html[tag](text)}y`), [{ text: "x" }, { text, tag: kind }, { text: "y" }], tag);
      }
      for (const url of URLS) assert.deepEqual(readHtml(String(html.link(text, url))), [{ text, tag: "a", href: url }]);
      assert.deepEqual(readHtml(String(html.mention(text, 2 ** 52 - 1, "tg"))), [
        { text, tag: "a", href: `tg://user?id=${2 ** 52 - 1}` },
      ]);
    });
  }
  test("only what the spec says must be written otherwise is", () => {
    assert.equal(html.escape("é'/\u00a0`"), "é'/\u00a0`");
    assert.equal(html.escape('<>&"'), "&lt;&gt;&amp;&quot;");
  });
});

describe("markdown", () => {
  for (const text of TEXTS) {
    test(JSON.stringify(text), () => {
      assert.equal(readMarkdown(markdown.escape(text)).map((part) => part.text).join(""), text);
      assert.ok(readMarkdown(markdown.escape(text)).every(({ kind }) => kind === undefined));
      for (const kind of ["bold", "italic", "code"]) {
        const parts = readMarkdown(String(markdown[kind](text)));
        assert.equal(parts.map((part) => part.text).join(""), text, kind);
        assert.ok(
          parts.every((part) => part.kind === kind || /^[*_`]+$/.test(part.text)),
          `${kind}: ${JSON.stringify(parts)}`,
        );
      }
      for (const url of URLS) {
        const parts = readMarkdown(String(markdown.link(text, url)));
        assert.equal(parts.map((part) => part.text).join(""), text);
        assert.ok(
          parts.every((part) => part.url === url.replaceAll(")", "%29") || /^\]+$/.test(part.text)),
          JSON.stringify(parts),
        );
      }
      const pre = readMarkdown(String(markdown.pre(text, "js")));
      assert.equal(pre.map((part) => part.text).join(""), text);
    });
  }
  test("a mention", () => {
    assert.deepEqual(readMarkdown(String(markdown.mention("é [x", 5, "tg"))), [{ text: "é [x", kind: "link", url: "tg://user?id=5" }]);
  });
});

describe("the scheme of user links is an option, and nothing gets out of the link", () => {
  for (const { mention } of [html, markdown]) {
    test(mention === html.mention ? "html" : "markdown", () => {
      assert.ok(mention("a", 5, "other+scheme").text.includes("other+scheme://user?id=5"));
      const wrong = [
        ["a", 5],
        ["a", 5, ""],
        ["a", 5, "tg://"],
        ["a", 5, '"><b>'],
        ["a", "5", "tg"],
        ["a", 1.5, "tg"],
        ["a", NaN, "tg"],
        [undefined, 5, "tg"],
        ["a", 5, "javascript:alert(1)//"],
      ];
      for (const args of wrong) assert.throws(() => mention(...args), { kind: "validation" }, JSON.stringify(args));
    });
  }
});

test("numbers are texts, and nothing else is", () => {
  assert.equal(html.bold(5).text, "<b>5</b>");
  assert.equal(markdown.bold(5).text, "*5*");
  for (const wrong of [undefined, null, NaN, {}, [], true, Symbol("s"), 5n]) {
    for (const name of ["escape", "bold", "italic", "code", "pre", "link"]) {
      for (const texts of [html, markdown])
        assert.throws(() => texts[name](wrong, "https://example.org"), { kind: "validation" }, name);
    }
  }
  for (const wrong of [undefined, "", 5, {}]) {
    for (const texts of [html, markdown]) assert.throws(() => texts.link("a", wrong), { kind: "validation" });
  }
});
