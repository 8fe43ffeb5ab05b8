// Each page of the built documentation has a self-contained Markdown version, and llms.txt lists them all.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix, sep } from "node:path";
import { before, test } from "node:test";

let docs;
let pages;
before(() => {
  assert.ok(process.env.WWW_DEMO, "WWW_DEMO names the folder of the built site: run this by `cargo xtask test docs`");
  docs = join(process.env.WWW_DEMO, "docs");
  pages = readdirSync(docs, { recursive: true }).map((name) => name.split(sep).join("/")).filter((name) => name.endsWith(".html") && !name.startsWith("rust/"));
});
const read = (name) => readFileSync(join(docs, name), "utf8");

test("each page has a Markdown version, which it names, and llms.txt lists it", () => {
  const listed = new Set([...read("llms.txt").matchAll(/^- \[[^\]]+\]\((\S+\.md)\)/gm)].map(([, link]) => link));
  const names = pages.filter((name) => !["index.html", "404.html"].includes(name)).map((name) => name.replace(/html$/, "md"));
  assert.ok(names.length > 200, `${names.length} pages`);
  assert.deepEqual(names.filter((name) => !listed.has(name)), []);
  for (const name of names) {
    assert.match(read(name), /^# /m, name);
    assert.ok(read(name.replace(/md$/, "html")).includes(`type="text/markdown" href="${name.split("/").at(-1)}"`), name);
  }
});

test("a Markdown version holds what it includes, no component, and links that lead to files", () => {
  const wrong = [];
  for (const name of pages.map((page) => page.replace(/html$/, "md")).filter((page) => existsSync(join(docs, page)))) {
    const text = read(name);
    const prose = text.replace(/^```[\s\S]*?^```$|`[^`\n]*`/gm, "");
    for (const directive of prose.match(/^<<< .*|@include|^:::.*|<\/?(LiveSample|SiteLink|script|span)\b.*/gm) ?? []) wrong.push(`${name}: ${directive}`);
    for (const [, link] of prose.matchAll(/\]\((?!https?:|#|mailto:)([^)\s#]+)[^)]*\)/g)) {
      if (!existsSync(join(docs, posix.join(posix.dirname(name), link)))) wrong.push(`${name}: ${link}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test("each page has a description of its own, which llms.txt and its HTML share", () => {
  const described = [...read("llms.txt").matchAll(/^- \[[^\]]+\]\((\S+)\.md\): (.+)$/gm)].map(([, page, description]) => [page, description]);
  assert.ok(described.length > 200, `${described.length} descriptions`);
  for (const [page, description] of described) {
    const [, shown] = /<meta name="description" content="([^"]*)">/.exec(read(`${page}.html`)) ?? [];
    assert.equal(shown.replace(/&(?:quot|#34);/g, '"').replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&#39;/g, "'").replace(/&amp;/g, "&"), description, page);
  }
  const guide = described.filter(([page]) => !page.startsWith("reference/"));
  assert.deepEqual(guide.filter(([, text]) => text.includes("```") || text.length < 40 || text.length > 160), []);
  assert.equal(new Set(guide.map(([, text]) => text)).size, guide.length);
});
