// The playground in chromium at phone width, by keyboard, offline and under a strict content security policy.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { agreed, attempt, openPlayground, said } from "./playground.mjs";
import { assertDiscreet, axe, openSite } from "./support.mjs";

let site;
before(async () => void (site = await openSite()));
after(() => site.close());

const panel = (page, name) => page.getByRole("navigation", { name: "Parts of the playground" }).getByRole("button", { name }).click();

for (const colorScheme of ["light", "dark"]) {
  test(`phone width, ${colorScheme}: one panel at a time, nothing wider than the screen`, async () => {
    const view = await openPlayground(site, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme });
    const { page, phone } = view;
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight + 1);
    await attempt(phone, "/start");
    await said(phone, "Hi, Alice!");
    assert.deepEqual(await axe(page), []);
    assert.ok(await fits(), "the chat fits");
    await panel(page, "Code");
    await agreed(page);
    assert.deepEqual(await axe(page), []);
    assert.ok(await fits(), "the code fits");
    await panel(page, "Wire");
    await page.getByRole("log", { name: "Requests and responses" }).locator("summary").last().click();
    assert.deepEqual(await axe(page), []);
    assert.ok(await fits(), "the wire fits");
    await assertDiscreet(view);
    await view.context.close();
  });
}

test("by keyboard alone: choosing an example, writing, pressing a button, leaving the editor", async () => {
  const view = await openPlayground(site);
  const { page, phone } = view;
  await agreed(page);
  await page.getByRole("button", { name: /^Example:/ }).first().focus();
  await page.keyboard.press("Enter");
  // As a person does, who sees the menu before pressing the next key.
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
  await said(phone, "You chose Pizza.");
  const editor = page.getByRole("textbox", { name: /^Code of the bot/ });
  await editor.focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.ok(!(await editor.evaluate((element) => element === document.activeElement)), "Escape and Tab leave the editor");
  await assertDiscreet(view);
  await view.context.close();
});

test("offline, once loaded: the bot, the editor and TypeScript are there", async () => {
  const view = await openPlayground(site);
  const { page, context } = view;
  await page.evaluate(() => navigator.serviceWorker.ready);
  // TypeScript is kept too, now that the playground was opened.
  await page.waitForFunction(async () => {
    for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) if (url.includes("/worker-")) return true;
    return false;
  });
  await context.setOffline(true);
  await page.reload();
  const phone = page.getByRole("region", { name: "Phone" });
  await attempt(phone, "/start");
  await said(phone, "Hi, Alice!");
  await agreed(page);
  await context.close();
});

test("under a policy that allows blobs as scripts and no eval", async () => {
  const context = await site.browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  const policy = "default-src 'none'; script-src 'self' 'unsafe-inline' blob: 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' blob:; media-src blob:; connect-src 'self'; worker-src 'self'";
  await page.route(site.url, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": policy } });
  });
  const refused = [];
  page.on("console", (message) => message.type() === "error" && refused.push(message.text()));
  await page.goto(`${site.url}#/playground`);
  const phone = page.getByRole("region", { name: "Phone" });
  await attempt(phone, "/start");
  await said(phone, "Hi, Alice!");
  await attempt(phone, "Send a picture");
  await said(phone, "A nice picture!");
  await agreed(page);
  assert.deepEqual(refused, []);
  await context.close();
});
