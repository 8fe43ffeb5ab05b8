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

test("no table and no block of code is cut, at 390, 1280 and 1920 pixels", async () => {
  const { page, close } = await open("guide/what-it-is.html");
  const cut = [];
  for (const path of ["guide", "hosts", "coming-from", "reference/methods", "reference/types"].flatMap(ofFolder)) {
    await page.goto(docs.url(path.replace(/md$/, "html")), { waitUntil: "domcontentloaded" });
    for (const width of [390, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const isCut = (all) => all.filter((one) => one.offsetParent && (one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth)).map(({ innerText }) => innerText.slice(0, 60));
      cut.push(...(await page.locator(".vp-doc :is(table, pre)").evaluateAll(isCut)).map((text) => `${path} at ${width}: ${text}`));
    }
  }
  assert.deepEqual(cut, []);
  await close();
});

test("on a phone, no short word of a table is broken, and a table with many columns is a list with labels", async () => {
  const { page, close } = await open("guide/error-codes.html", { viewport: PHONE });
  const codes = page.locator("td", { hasText: /^\d+$/ });
  assert.ok((await codes.count()) > 5);
  const lines = (cells) => cells.map((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getClientRects().length;
  });
  assert.deepEqual(new Set(await codes.evaluateAll(lines)), new Set([1]));
  await docs.go(page, "guide/which-store.html");
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
