// The playground's messages when something fails: its status, the log of errors, the faults, the checkout.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { agreed, attempt, choose, edit, exchange, faultsOf, openPlayground, waitForText, WITHOUT_TYPESCRIPT, write } from "./playground.mjs";
import { assertAccessible, assertDiscreet, openSite } from "./support.mjs";

let site;
before(async () => void (site = await openSite()));
after(() => site.close());

test("the status is not green while the bot throws, and an error of each attempt is listed once", async () => {
  const view = await openPlayground(site, { permissions: ["clipboard-read", "clipboard-write"] });
  const { page, context, phone } = view;
  const output = page.getByRole("region", { name: "Problems and output" });
  await agreed(page);
  const line = "const chat_id = message.chat.id;";
  await edit(page, line, `${line}\n    console.log("tried");\n    if (message.text === "fail") throw Object.assign(new RangeError("no good"), { kind: "network", method: "getMe" });`);
  await agreed(page);
  await write(phone, "fail");
  await output.getByText("Runs, but threw 1 error").waitFor();
  // An error that may pass: four attempts, each with a print in between.
  await output.getByText("4×").first().waitFor();
  await eventually(() => output.getByText("RangeError: no good").count(), 1, "the error is listed once");
  await edit(page, `throw Object.assign(new RangeError("no good"), { kind: "network", method: "getMe" })`, "return undefined");
  await agreed(page);
  await assertDiscreet(view);
  await context.close();
});

test("a fault says that it struck, and an entry whose call was refused is not green", async () => {
  const view = await openPlayground(site, WITHOUT_TYPESCRIPT);
  const { page, phone, context } = view;
  await (await faultsOf(page)).getByRole("button", { name: "Rate limit (429)" }).click();
  await page.getByText("Armed: too many requests, retry after 2 s.").waitFor();
  await attempt(phone, "Hello, bot!");
  await faultsOf(page);
  await page.getByText("Rate limit (429) struck: the entry on the wire shows what became of it.").waitFor();
  const badge = exchange(page, "message").locator(".badge");
  await eventually(() => badge.textContent(), "200, call 429");
  assert.ok((await badge.getAttribute("class")).includes("bad"));
  await assertAccessible(page);
  await context.close();
});

test("a checkout is modal: Tab stays inside of it in both directions, and Escape leads back", async () => {
  const view = await openPlayground(site, WITHOUT_TYPESCRIPT);
  const { page, phone, context } = view;
  await choose(page, "Shop with payments");
  await attempt(phone, "I need a mug");
  const pay = phone.getByRole("log").getByRole("button", { name: "Pay" });
  await pay.click();
  const sheet = page.getByRole("dialog");
  await sheet.waitFor();
  assert.equal(await sheet.getAttribute("aria-modal"), "true");
  const isInside = () => sheet.evaluate((box) => box.contains(document.activeElement));
  await eventually(isInside, true, "the focus is in the dialog");
  for (const key of [...Array(14).fill("Tab"), ...Array(14).fill("Shift+Tab")]) {
    await page.keyboard.press(key);
    assert.ok(await isInside(), key);
  }
  await page.keyboard.press("Escape");
  await eventually(() => pay.evaluate((button) => button === document.activeElement), true, "the focus is back");
  await context.close();
});

test("everything that can be pressed is at least 24 pixels wide and high", async () => {
  const view = await openPlayground(site, WITHOUT_TYPESCRIPT);
  const { page, phone, context } = view;
  await attempt(phone, "/start");
  await waitForText(phone, "Hi, Alice!");
  const small = () => page.evaluate(() =>
    [...document.querySelectorAll("button, a, summary, select, input:not(.visually-hidden)")]
      .filter((element) => element.checkVisibility() && !element.closest(".visually-hidden, .skip, p, .chat-text"))
      // A label is pressed in place of its input.
      .map((element) => [element.ariaLabel || element.textContent || element.outerHTML, (element.closest("label") ?? element).getBoundingClientRect()])
      .filter(([, { width, height }]) => width > 0 && Math.min(width, height) < 24)
      .map(([name, { width, height }]) => `${name}: ${width} × ${height}`));
  await eventually(small, [], "small targets");
  for (const [hash, ready] of [["#/", "What is in it"], ["#/dashboard", "Use the emulator"]]) {
    await page.evaluate((hash) => void (location.hash = hash), hash);
    await page.getByText(ready).waitFor();
    await eventually(small, [], `small targets of ${hash}`);
  }
  await page.getByText("Use the emulator").click();
  for (const [section, ready] of [["overview", "What came in"], ["updates", "not receiving"], ["chats", "No chat yet"], ["methods/sendMessage", "chat_id"], ["log", "Copy as curl"]]) {
    await page.evaluate((section) => void (location.hash = `#/dashboard/${section}`), section);
    await page.getByText(ready).first().waitFor();
    await eventually(small, [], `small targets of ${section}`);
  }
  await context.close();
});
