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
    await reach(page.getByRole("textbox", { name: "Name of a new user" }));
    await page.keyboard.type("Bob");
    await page.keyboard.press("Enter");
    await reach(phone.getByRole("textbox", { name: "Message as Bob" }));
    await page.keyboard.type("hello");
    await page.keyboard.press("Enter");
    await waitForText(phone, "Echo: hello");
    await reach(phone.getByRole("log").getByRole("button", { name: "Press me" }), "Shift+Tab");
    await page.keyboard.press("Enter");
    await page.getByText("Thanks").waitFor();
    await page.keyboard.press("Escape");
    const menu = phone.getByRole("log").getByRole("button", { name: /^Actions/ }).last();
    await reach(menu, "Shift+Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem").first().waitFor();
    await page.keyboard.press("Escape");
    await eventually(() => menu.evaluate((element) => element === document.activeElement), true, "the focus is back on the button of the menu");
  });
});
