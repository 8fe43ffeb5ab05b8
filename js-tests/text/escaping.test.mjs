// html and markdown: characters they escape, and values they refuse. The displayed text: shown.test.mjs.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { html, markdown } from "botwire";

test("in HTML, only what the spec says must be written otherwise is", () => {
  assert.equal(html.escape("é'/\u00a0`"), "é'/\u00a0`");
  assert.equal(html.escape('<>&"'), "&lt;&gt;&amp;&quot;");
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

test("numbers and Arrays of texts are texts, and nothing else is", () => {
  assert.equal(html.bold(5).text, "<b>5</b>");
  assert.equal(markdown.bold(5).text, "*5*");
  for (const wrong of [undefined, null, NaN, {}, [null], true, Symbol("s"), 5n]) {
    for (const name of ["escape", "bold", "italic", "code", "pre", "link"]) {
      for (const texts of [html, markdown])
        assert.throws(() => texts[name](wrong, "https://example.org"), { kind: "validation" }, name);
    }
  }
  for (const wrong of [undefined, "", 5, {}]) {
    for (const texts of [html, markdown]) assert.throws(() => texts.link("a", wrong), { kind: "validation" });
  }
});
