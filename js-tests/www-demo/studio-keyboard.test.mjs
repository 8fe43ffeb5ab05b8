// The studio by keyboard alone.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { waitForText } from "./playground.mjs";
import { inStudio } from "./studio.mjs";
import { openSite } from "./support.mjs";

let site;
before(async () => void (site = await openSite()));
after(() => site.close());

test("by keyboard alone: adding a user, writing, pressing a button, the menu of a message", () => {
  const reply_markup = { inline_keyboard: [[{ text: "Press me", callback_data: "pressed" }]] };
  const answer = (update) => update.callback_query ? { method: "answerCallbackQuery", callback_query_id: update.callback_query.id, text: "Thanks", show_alert: true }
    : update.message && { method: "sendMessage", chat_id: update.message.chat.id, text: `Echo: ${update.message.text}`, reply_markup };
  return inStudio(site, { answer, of: "updates" }, async ({ page, phone }) => {
    /** Moves the focus there, as a visitor without a mouse does. */
    const reach = async (target, key = "Tab") => {
      await target.waitFor();
      const isFocused = () => target.evaluate((element) => element === document.activeElement);
      for (let steps = 0; steps < 60 && !(await isFocused()); steps++) await page.keyboard.press(key);
      assert.ok(await isFocused(), `${key} does not reach ${target}`);
      const { outlineStyle, boxShadow } = await target.evaluate((element) => getComputedStyle(element));
      assert.ok(outlineStyle !== "none" || boxShadow !== "none", `the focus of ${target} is visible`);
    };
    const composer = (name) => phone.getByRole("textbox", { name: `Message as ${name}` });
    await eventually(() => composer("Alice").evaluate((element) => element === document.activeElement), true, "the focus is in the composer");
    // From the start of the page: the bar, the lists, the messages, the composer.
    await page.evaluate(() => document.activeElement.blur());
    await page.locator("body").evaluate((body) => (body.tabIndex = -1, body.focus(), body.removeAttribute("tabindex")));
    for (let stops = 0; stops < 4; stops++) await page.keyboard.press("Tab");
    assert.ok(await composer("Alice").evaluate((element) => element === document.activeElement), "three stops come before the composer");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Shift+Tab");
    await reach(page.getByRole("button", { name: "Add a user", exact: true }), "ArrowUp");
    await page.keyboard.press("Enter");
    const name = page.getByRole("textbox", { name: "Name of a new user" });
    await eventually(async () => (await name.count()) > 0 && name.evaluate((element) => element === document.activeElement), true, "the focus is in the form");
    await page.keyboard.type("Bob");
    await page.keyboard.press("Enter");
    await reach(composer("Bob"));
    await page.keyboard.type("hello");
    await page.keyboard.press("Enter");
    await waitForText(phone, "Echo: hello");
    await page.keyboard.press("ArrowUp");
    await eventually(() => composer("Bob").inputValue(), "hello", "arrow up brings the last text");
    await composer("Bob").fill("/st");
    await page.keyboard.press("Tab");
    await eventually(() => composer("Bob").inputValue(), "/start", "the list of commands completes");
    await composer("Bob").fill("");
    await page.keyboard.press("Shift+Tab");
    await reach(phone.getByRole("log").getByRole("button", { name: "Press me" }), "ArrowLeft");
    await page.keyboard.press("Enter");
    await page.getByText("Thanks", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    const menu = phone.getByRole("log").getByRole("button", { name: /^Actions/ }).last();
    await reach(menu, "ArrowLeft");
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem").first().waitFor();
    await page.keyboard.press("Escape");
    await eventually(() => menu.evaluate((element) => element === document.activeElement), true, "the focus is back on the button of the menu");
  });
});
