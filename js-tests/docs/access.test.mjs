// The documentation with a screen reader, without a mouse, and without a network.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { assertAccessible, axe, OF_COLORS } from "../www-demo/support.mjs";
import { DESKTOP, openDocs, PHONE } from "./support.mjs";

let docs;
before(async () => void (docs = await openDocs()));
after(() => docs?.close());

/** One of each kind of page. */
const PAGES = [
  "guide/quick-start.html", "guide/troubleshooting.html", "guide/reply-or-call.html", "guide/performance.html", "hosts/index.html", "hosts/rust-workers.html",
  "coming-from/grammy.html", "reference/methods/index.html", "reference/methods/sendMessage.html", "reference/types/index.html",
  "reference/types/Message.html", "reference/api/botwire/functions/createWebhookHandler.html", "404.html",
];

/** Phones show only the bars in separate colors, which are on every page. */
const DARK_ON_PHONE = ["guide/quick-start.html"];

for (const [device, viewport, inDark] of [["desktop", DESKTOP, PAGES], ["phone", PHONE, DARK_ON_PHONE]]) {
  test(`axe finds nothing on the main pages, light and dark: ${device}`, async () => {
    const { page, close } = await docs.open("guide/quick-start.html", { viewport });
    for (const path of PAGES) {
      await page.emulateMedia({ colorScheme: "light" });
      await docs.go(page, path);
      // In the dark scheme, only colors differ.
      const schemes = inDark.includes(path) ? [["light", {}], ["dark", OF_COLORS]] : [["light", {}]];
      for (const [colorScheme, rules] of schemes) {
        await page.emulateMedia({ colorScheme });
        const isShown = (scheme) => document.documentElement.classList.contains("dark") === (scheme === "dark");
        await page.waitForFunction(isShown, colorScheme);
        await assertAccessible(page, `${path}, ${colorScheme}`, rules);
      }
    }
    await close();
  });
}

/**
 * The search box is VitePress's own. Its box has the role of a button around the field, and each result is an option around a
 * link; the label of a result has the sign ">" where an icon is shown. The keyboard and screen readers reach all of it.
 */
const OF_VITEPRESS = ["label-content-name-mismatch", "nested-interactive"];

test("axe finds nothing in the menu of a phone, and in the search only what VitePress brings", async () => {
  const { page, close } = await docs.open("guide/quick-start.html", { viewport: PHONE });
  await page.getByRole("button", { name: "Menu", exact: true }).first().click();
  await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: /^Dashboard/ }).waitFor();
  await assertAccessible(page, "the menu");
  await page.keyboard.press("Escape");
  await page.getByRole("navigation", { name: "Menu" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Search" }).click();
  await page.locator("#localsearch-input").fill("sendPhoto");
  await page.locator(".results a").first().waitFor();
  await eventually(async () => (await axe(page)).filter((found) => !OF_VITEPRESS.includes(found.split(":")[0])), [], "the search");
  await close();
});

/** Presses Tab until the focus is at the expected element; fails if it never gets there. */
async function tabTo(page, what, isThere) {
  for (let presses = 0; presses < 400; presses += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(isThere)) return presses;
  }
  assert.fail(`Tab does not come to ${what}`);
}

test("by keyboard alone: the search leads to a page", async () => {
  const { page, close } = await docs.open("guide/what-it-is.html");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent.trim()), "Skip to content");
  await tabTo(page, "the search", () => document.activeElement.closest(".VPNavBarSearch") !== null);
  await page.keyboard.press("Enter");
  await page.locator("#localsearch-input:focus").waitFor();
  await page.keyboard.type("sendVideoNote");
  // Until then the box has results of the word's first letters.
  await page.locator('.results a.selected[href*="sendVideoNote"]').waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "sendVideoNote" }).waitFor();
  await close();
});

test("by keyboard alone: a live sample is found, its bot is written to and answers, its code is left again", async () => {
  const { page, close } = await docs.open("guide/reply-or-call.html");
  const frame = page.frameLocator("iframe");
  // Skips the navigation, as its first link says.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const isInFrame = () => document.activeElement.localName === "iframe";
  await tabTo(page, "the live sample", isInFrame);
  await frame.getByRole("textbox", { name: "Message as Alice" }).waitFor();
  await frame.getByRole("textbox", { name: /^Code of the bot/ }).waitFor();
  const inside = await (await page.locator("iframe").elementHandle()).contentFrame();
  const within = async (name) => {
    const isThere = (name) => document.activeElement?.getAttribute("aria-label")?.includes(name) ?? false;
    for (let presses = 0; presses < 60 && !(await inside.evaluate(isThere, name)); presses += 1) await page.keyboard.press("Tab");
    assert.ok(await inside.evaluate(isThere, name), `Tab comes to ${name}`);
  };
  await within("Code of the bot");
  await page.keyboard.press("Escape");
  await within("Message as Alice");
  await page.keyboard.type("by keyboard");
  await page.keyboard.press("Enter");
  await frame.getByText("by keyboard").nth(1).waitFor();
  await tabTo(page, "what follows the sample", () => document.activeElement.localName !== "iframe" && document.activeElement !== document.body);
  await close();
});

test("pages that were opened can be read offline, with the search and the samples; another one says why not", async () => {
  const { page, context, close } = await docs.open("guide/reply-or-call.html");
  await page.locator(".live-sample").scrollIntoViewIfNeeded();
  const answer = () => page.frameLocator("iframe").getByText("Hello, bot!").first().waitFor();
  await answer();
  const cached = (...parts) => eventually(() => page.evaluate(async (parts) => {
    const urls = [];
    for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) urls.push(url);
    return parts.filter((part) => !urls.some((url) => url.includes(part)));
  }, parts), [], "cached for offline");
  await cached("reply-or-call.html", "/docs/assets/app.", "/embed.html", "/assets/emulator-");
  await page.getByRole("button", { name: "Search" }).first().click();
  await page.locator("#localsearch-input").fill("sendVideoNote");
  await page.locator(".results a").first().waitFor();
  await cached("localSearchIndex");
  await context.setOffline(true);
  await docs.go(page, "guide/reply-or-call.html");
  await page.getByRole("heading", { level: 1, name: "Reply or call" }).waitFor();
  await page.locator(".live-sample").scrollIntoViewIfNeeded();
  await answer();
  await page.getByRole("button", { name: "Search" }).first().click();
  await page.locator("#localsearch-input").fill("sendVideoNote");
  await page.locator(".results a").first().waitFor();
  await page.goto(docs.url("guide/games.html"));
  await page.getByRole("heading", { name: "You are offline" }).waitFor();
  await close();
});
