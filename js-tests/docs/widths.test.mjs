// The pages of the documentation at several widths and in both themes: nothing is cut, and pictures are those of the theme.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { root } from "../support/target.mjs";
import { openDocs, PHONE } from "./support.mjs";

let docs;
before(async () => void (docs = await openDocs()));
after(() => docs?.close());
const open = (...parameters) => docs.open(...parameters);

const ofFolder = (folder) => readdirSync(join(root, "docs", folder), { recursive: true }).map((name) => `${folder}/${name.replaceAll("\\", "/")}`).filter((name) => name.endsWith(".md"));

for (const path of ["guide/troubleshooting.html", "guide/quick-start.html", "guide/testing.html", "reference/methods/sendMessage.html", "coming-from/index.html"]) {
  test(`${path || "the first page"} fits a phone, in light and dark`, async () => {
    for (const colorScheme of ["light", "dark"]) {
      const { page, consoleErrors, close } = await open(path, { viewport: PHONE, colorScheme });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= PHONE.width, `${width} pixels wide`);
      assert.equal(await page.evaluate(() => document.documentElement.classList.contains("dark")), colorScheme === "dark");
      assert.deepEqual(consoleErrors, []);
      await close();
    }
  });
}

test("no table and no block of code is cut, and no name is broken, at 390, 768, 1280 and 1920 pixels", async () => {
  // Without scripts the pages look the same, and open faster.
  const { page, close } = await open("guide/what-it-is.html", { javaScriptEnabled: false });
  const found = [];
  for (const path of ["guide", "hosts", "coming-from", "reference/methods", "reference/types"].flatMap(ofFolder)) {
    await page.goto(docs.url(path.replace(/md$/, "html")));
    for (const width of [390, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      found.push(...(await page.evaluate(cutOrBroken)).map((text) => `${path} at ${width}: ${text}`));
    }
  }
  assert.deepEqual(found, []);
  await close();
});

/** Runs in the page. Returns what is cut, and the words of tables that begin in one line and end in another one without a sign or a capital in between. */
function cutOrBroken() {
  const shown = (selector) => [...document.querySelectorAll(`.vp-doc ${selector}`)].filter((one) => one.offsetParent);
  const right = (one) => one.getBoundingClientRect().right;
  const isCut = (one) => one.scrollWidth > one.clientWidth + 1 || right(one) > innerWidth || (one.localName === "table" && right(one) > right(one.closest(".vp-doc")) + 1);
  const cut = shown(":is(table, pre)").filter(isCut).map(({ innerText }) => `cut: ${innerText.slice(0, 60)}`);
  const broken = shown(":is(td, th)").flatMap((cell) => {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const words = [];
    while (texts.nextNode()) for (const { 0: word, index } of texts.currentNode.data.matchAll(/[A-Z]?[a-z\d]+/g)) words.push([texts.currentNode, index, word]);
    return words.filter(([text, start, word]) => {
      const range = document.createRange();
      range.setStart(text, start);
      range.setEnd(text, start + word.length);
      const tops = [...range.getClientRects()].map(({ top }) => top);
      return Math.max(...tops) - Math.min(...tops) > 8;
    }).map(([, , word]) => `broken: ${word}`);
  });
  return [...cut, ...broken];
}

test("on a phone, no option of a command is broken, and the rest of a long line of code is indented", async () => {
  const { page, close } = await open("hosts/node.html", { viewport: PHONE });
  const options = await page.locator(".unbroken").evaluateAll((all) => all.map((one) => [one.textContent, new Set([...one.getClientRects()].map(({ top }) => Math.round(top))).size]));
  assert.ok(options.some(([option]) => option === "--template"), JSON.stringify(options));
  assert.deepEqual(options.filter(([, lines]) => lines > 1), []);
  const long = await page.locator(".line").evaluateAll((lines) => lines.filter((line) => line.offsetParent).flatMap((line) => {
    const range = document.createRange();
    range.selectNodeContents(line);
    const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
    const [first] = rects;
    const rest = rects.filter(({ top }) => top > first.top + 8);
    const indent = /^ */.exec(line.textContent)[0].length;
    return rest.length === 0 ? [] : [[line.textContent, indent, first.left, Math.min(...rest.map(({ left }) => left))]];
  }));
  assert.ok(long.length > 3 && long.some(([, indent]) => indent > 0), JSON.stringify(long));
  assert.deepEqual(long.filter(([, , first, rest]) => rest < first + 10), []);
  await close();
});

test("in the sidebar of the types, a long name breaks before a capital", async () => {
  const { page, close } = await open("reference/types/Message.html");
  const name = page.locator(".VPSidebar .text", { hasText: "InlineQueryResultCachedDocument" });
  assert.equal(await name.innerHTML(), "Inline<wbr>Query<wbr>Result<wbr>Cached<wbr>Document");
  const [inner, outer] = await Promise.all([name, page.locator(".VPSidebar")].map((one) => one.boundingBox()));
  assert.ok(inner.x + inner.width <= outer.x + outer.width, JSON.stringify({ inner, outer }));
  await close();
});

test("on a phone, a table with many columns is a list with labels", async () => {
  const { page, close } = await open("guide/which-store.html", { viewport: PHONE });
  const labels = () => page.locator("tbody tr").first().locator("td").evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, "::before").content));
  await eventually(labels, ["none", '"For: "', '"You pass: "', '"Duplicates: "', '"Order: "', '"Sessions: "']);
  await close();
});

test("the picture of the studio is that of the theme, and the other one is not loaded", async () => {
  for (const [colorScheme, file, other] of [["light", "studio.png", "studio-dark.png"], ["dark", "studio-dark.png", "studio.png"]]) {
    for (const path of ["guide/quick-start.html", "hosts/node.html"]) {
      const { page, consoleErrors, close } = await open(path, { colorScheme });
      const picture = page.getByRole("img", { name: "The studio: users and chats" });
      await picture.scrollIntoViewIfNeeded();
      assert.equal((await picture.getAttribute("src")).split("/").at(-1), file, path);
      await eventually(() => picture.evaluate(({ naturalWidth }) => naturalWidth > 1000), true, "the picture is loaded");
      const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name.split("/").at(-1)));
      assert.ok(loaded.includes(file) && !loaded.includes(other), String(loaded));
      assert.deepEqual(consoleErrors, []);
      await close();
    }
  }
});
