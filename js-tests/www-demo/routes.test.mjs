// Addresses that lead nowhere, and the colors that app and documentation share.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { assertAccessible, assertDiscreet, openPage, openSite } from "./support.mjs";

let site;
before(async () => void (site = await openSite()));
after(() => site.close());

test("an address that leads nowhere says so, and where to go", async () => {
  const view = await openPage(site, "#/nope");
  const { page, context } = view;
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  await eventually(() => page.title(), "Page not found · botwire");
  await assertAccessible(page);
  await page.evaluate(() => void (location.hash = "#/playground/nosuch"));
  await page.getByText("There is no sample with the name “nosuch”.").waitFor();
  await page.getByRole("link", { name: "Menu with buttons" }).click();
  await page.getByRole("button", { name: "Example: Menu with buttons. Choose another" }).first().waitFor();
  await page.evaluate(() => void (location.hash = "#/dashboard"));
  await page.getByRole("button", { name: "Use the emulator" }).click();
  await page.getByRole("heading", { name: "Overview of" }).waitFor();
  await page.evaluate(() => void (location.hash = "#/dashboard/nosuch"));
  await page.getByText("The dashboard has no section “nosuch”.").waitFor();
  await page.evaluate(() => void (location.hash = "#/dashboard/methods/sendNothing"));
  await page.getByText("There is no method with the name “sendNothing”.").waitFor();
  await assertDiscreet(view);
  await context.close();
});

test("the colors chosen in the app hold in the documentation, and the other way around", async () => {
  const view = await openPage(site, "", { colorScheme: "light" });
  const { page, context } = view;
  await page.getByRole("switch", { name: "Switch to dark theme" }).click();
  await page.getByRole("switch", { name: "Switch to light theme" }).waitFor();
  await page.goto(`${site.url}docs/guide/what-it-is.html`);
  await eventually(() => page.evaluate(() => document.documentElement.classList.contains("dark")), true, "the documentation is dark");
  await page.getByRole("switch").first().click();
  await eventually(() => page.evaluate(() => document.documentElement.classList.contains("dark")), false, "the documentation is light");
  await page.locator(".bar .brand").click();
  await page.getByRole("heading", { name: "See every call" }).waitFor();
  await eventually(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme === "dark"), false, "the app is light");
  assert.deepEqual(view.consoleMessages.filter(({ type }) => type === "error"), []);
  await context.close();
});

test("the bot of the start page answers, and changes its colors with the page", async () => {
  const view = await openPage(site, "", { colorScheme: "light" });
  const { page, context } = view;
  await page.mouse.move(5, 5);
  await page.locator(".live").scrollIntoViewIfNeeded();
  const bot = page.frameLocator("iframe");
  await bot.getByText("The warehouse does not answer.").first().waitFor();
  await bot.getByRole("textbox", { name: "Message as Alice" }).fill("Where is my order now?");
  await page.keyboard.press("Enter");
  await bot.getByRole("log", { name: "Chat with Boots" }).getByText("It left today.").nth(1).waitFor();
  const colors = () => bot.locator(":root").evaluate((root) => getComputedStyle(root).colorScheme);
  await page.getByRole("switch", { name: "Switch to dark theme" }).click();
  await eventually(colors, "dark", "colors of the bot");
  await assertAccessible(page);
  await context.close();
});
