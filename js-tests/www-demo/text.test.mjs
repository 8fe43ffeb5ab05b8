// Text input and display: the editor inserts nothing by itself, and text has the direction of its language.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { agreed, openPlayground, waitForText, WITHOUT_TYPESCRIPT, write } from "./playground.mjs";
import { assertDiscreet, connect, openPage, openSite, service } from "./support.mjs";

let site;
before(async () => void (site = await openSite()));
after(() => site.close());

const HEBREW = "שלום, Botwire!";

const directionOf = (locator) => locator.evaluate((element) => getComputedStyle(element).direction);

test("Enter after a statement or a string ends the line, although completions were offered on the way", async () => {
  const view = await openPlayground(site);
  const { page, context } = view;
  await agreed(page);
  await page.locator(".cm-line", { hasText: "const chat_id" }).click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  const lines = ["const y = 1;", "const z = 'text'", "chat_id.toFixed();", "// the end."];
  for (const line of lines) {
    await page.keyboard.type(line, { delay: 30 });
    // A list that opens does so by now; it accepts Enter after another moment.
    await page.waitForTimeout(400);
    await page.keyboard.press("Enter");
  }
  const shown = await page.locator(".cm-line").allTextContents();
  for (const line of lines) assert.ok(shown.some((text) => text.trim() === line), `${line} in ${shown.join("\n")}`);
  await page.keyboard.type("mess");
  await page.getByRole("listbox", { name: "Completions" }).getByRole("option", { name: "message", exact: true }).waitFor();
  await context.close();
});

test("text from right to left is shown so in the chat, in a reply and while it is written", async () => {
  const view = await openPlayground(site, WITHOUT_TYPESCRIPT);
  const { page, phone, context } = view;
  const line = phone.getByRole("textbox", { name: /^Message as/ });
  await line.fill(HEBREW);
  await eventually(() => directionOf(line), "rtl", "the line");
  await write(phone, HEBREW);
  await phone.getByRole("log").locator("blockquote").first().waitFor();
  await eventually(() => directionOf(phone.getByRole("log").locator(".chat-text", { hasText: HEBREW }).first()), "rtl", "the message");
  await eventually(() => directionOf(phone.getByRole("log").locator("blockquote span", { hasText: HEBREW }).first()), "rtl", "the quote");
  await eventually(() => directionOf(phone.getByRole("log").locator("blockquote strong").first()), "ltr", "the name");
  await write(phone, "and this from left to right");
  await waitForText(phone, "and this from left to right");
  await eventually(() => directionOf(phone.getByRole("log").locator(".chat-text", { hasText: "and this" }).first()), "ltr");
  await assertDiscreet(view);
  await context.close();
});

test("the dashboard shows and takes text from right to left", async () => {
  const { url, user, token, close } = await service();
  user.write(HEBREW);
  const view = await openPage(site, "#/dashboard/methods/sendMessage");
  const { page, context } = view;
  await connect(page, url, token);
  const field = page.getByLabel("text required");
  await field.fill(HEBREW);
  await eventually(() => directionOf(field), "rtl");
  await page.evaluate(() => void (location.hash = "#/dashboard/updates"));
  await page.getByRole("button", { name: "Receive" }).click();
  const update = page.getByRole("option", { name: new RegExp(HEBREW) });
  await eventually(() => directionOf(update.locator(".update-what")), "rtl");
  await assertDiscreet(view, token);
  await context.close();
  await close();
});
