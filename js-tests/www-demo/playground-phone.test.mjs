// The playground in chromium at phone width, by keyboard, offline and under a content security policy.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { agreed, attempt, openPlayground, waitForText, started, WITHOUT_TYPESCRIPT } from "./playground.mjs";
import { assertAccessible, assertDiscreet, openSite, under } from "./support.mjs";

let site;
before(async () => void (site = await openSite()));
after(() => site.close());

const panel = (page, name) => page.getByRole("navigation", { name: "Parts of the playground" }).getByRole("button", { name }).click();

for (const colorScheme of ["light", "dark"]) {
  test(`phone width, ${colorScheme}: one panel at a time, nothing wider than the screen`, async () => {
    const view = await openPlayground(site, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme });
    const { page, phone } = view;
    const isWithin = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight + 1);
    const fits = (what) => eventually(isWithin, true, `${what} fits`);
    await attempt(phone, "/start");
    await waitForText(phone, "Hi, Alice!");
    await assertAccessible(page);
    await fits("the chat");
    await panel(page, "Code");
    await agreed(page);
    await assertAccessible(page);
    await fits("the code");
    await panel(page, "Wire");
    await page.getByRole("log", { name: "Requests and responses" }).locator("summary").last().click();
    await assertAccessible(page);
    await fits("the wire");
    await assertDiscreet(view);
    await view.context.close();
  });
}

test("by keyboard alone: choosing an example, writing, pressing a button, leaving the editor", async () => {
  const view = await openPlayground(site, WITHOUT_TYPESCRIPT);
  const { page, phone } = view;
  await started(page);
  await page.getByRole("button", { name: /^Example:/ }).first().focus();
  await page.keyboard.press("Enter");
  // Waits like a person, who sees the menu before pressing the next key.
  const focused = (name) => page.waitForFunction((name) => document.activeElement?.getAttribute("role") === "menuitem" && document.activeElement.textContent.includes(name), name);
  await focused("Echo");
  await page.keyboard.press("ArrowDown");
  await focused("Menu");
  await page.keyboard.press("Enter");
  await phone.getByRole("button", { name: "Chez Botwire" }).waitFor();
  await phone.getByRole("textbox", { name: "Message as Alice" }).focus();
  await page.keyboard.type("I am hungry");
  await page.keyboard.press("Enter");
  const pizza = phone.getByRole("button", { name: "Pizza" });
  await pizza.waitFor();
  for (let steps = 0; steps < 20 && !(await pizza.evaluate((button) => button === document.activeElement)); steps += 1) await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await waitForText(phone, "You chose Pizza.");
  const editor = page.getByRole("textbox", { name: /^Code of the bot/ });
  await editor.focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await eventually(() => editor.evaluate((element) => element === document.activeElement), false, "Escape and Tab leave the editor");
  await assertDiscreet(view);
  await view.context.close();
});

test("offline, once loaded: the bot, the editor and TypeScript are there", async () => {
  const view = await openPlayground(site);
  const { page, context } = view;
  await page.evaluate(() => navigator.serviceWorker.ready);
  // TypeScript is cached too, now that the playground was opened.
  const isCached = async () => {
    for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) if (url.includes("/worker-")) return true;
    return false;
  };
  await eventually(() => page.evaluate(isCached), true, "TypeScript is cached");
  await context.setOffline(true);
  await page.reload();
  const phone = page.getByRole("region", { name: "Phone" });
  await attempt(phone, "/start");
  await waitForText(phone, "Hi, Alice!");
  await agreed(page);
  await context.close();
});

test("under a policy that allows blobs as scripts, and no eval or script in the page", async () => {
  const prepare = under({ "script-src": "'self' blob: 'wasm-unsafe-eval'", "style-src": "'self' 'unsafe-inline'" });
  const view = await openPlayground(site, { prepare, serviceWorkers: "block" });
  const { page, phone } = view;
  await attempt(phone, "/start");
  await waitForText(phone, "Hi, Alice!");
  await attempt(phone, "Send a picture");
  await waitForText(phone, "A nice picture!");
  await agreed(page);
  await assertDiscreet(view);
  await view.context.close();
});
