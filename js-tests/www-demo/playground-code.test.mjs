// The editor and the wire of the playground in chromium: edits, errors at their place, completions, faults.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { agreed, attempt, choose, edit, exchange, faultsOf, openPlayground, reopenPlayground, waitForText, WITHOUT_TYPESCRIPT, write } from "./playground.mjs";
import { assertAccessible, assertDiscreet, holdTime, openSite, passTime, watchFor } from "./support.mjs";

let site;
before(async () => void (site = await openSite()));
after(() => site.close());

/** Chooses an example, does something, and looks for complaints. */
async function withExample(view, act, example) {
  if (example !== "Echo") await choose(view.page, example);
  const output = view.page.getByRole("region", { name: "Problems and output" });
  await act({ ...view, output });
  await assertAccessible(view.page);
  await assertDiscreet(view);
}

/** The view of the last test with TypeScript, if it passed. */
let reusable;

/** The same with TypeScript loaded. */
async function withEditor(act, example = "Echo") {
  const view = reusable ? await reopenPlayground(reusable) : await openPlayground(site, { permissions: ["clipboard-read", "clipboard-write"] });
  reusable = undefined;
  const once = async (view) => (await agreed(view.page), await act(view));
  await withExample(view, once, example);
  reusable = view;
}

/** The same without TypeScript, for tests without edits. */
async function withBot(act, example = "Echo") {
  const view = await openPlayground(site, WITHOUT_TYPESCRIPT);
  await withExample(view, act, example);
  await view.context.close();
}

/** An accessible name that begins with a text. */
const startsWith = (text, rest) => new RegExp(`^${text.replace(/[()]/g, "\\$&")}${rest}`);

/** The line of a mark in the editor's margin. */
const marked = (page, text) => page.locator(".cm-line", { hasText: text }).locator(".cm-lintRange-error, .cm-lintRange-error *").first().waitFor();

test("the numbers of the lines stand next to their lines", () =>
  withEditor(async ({ page }) => {
    const off = () => page.evaluate(() => {
      const tops = (what) => [...document.querySelectorAll(what)].map((element) => element.getBoundingClientRect()).filter(({ height }) => height > 0).map(({ top }) => top);
      const lines = tops(".cm-line");
      return tops(".cm-lineNumbers .cm-gutterElement").map((top, index) => Math.abs(top - lines[index])).filter((distance) => !(distance < 2));
    });
    await eventually(off, [], "pixels between numbers and lines");
  }));

test("an edit changes the answer, and can be undone", () =>
  withEditor(async ({ page, phone }) => {
    await edit(page, "Write something, or send me a file.", "What now?");
    await attempt(phone, "/start");
    await waitForText(phone, "Hi, Alice! What now?");
    await page.getByRole("button", { name: "Undo all edits" }).click();
    await agreed(page);
    await attempt(phone, "/start");
    await waitForText(phone, "Write something, or send me a file.");
  }));

test("leaving the playground and coming back keeps the chats and the edit", () =>
  withEditor(async ({ page, phone }) => {
    await edit(page, "Write something, or send me a file.", "Still here.");
    await attempt(phone, "/start");
    await waitForText(phone, "Hi, Alice! Still here.");
    await page.getByRole("link", { name: "Dashboard" }).click();
    await phone.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Playground" }).click();
    await waitForText(phone, "Hi, Alice! Still here.");
    await agreed(page);
    await page.locator(".cm-line", { hasText: "Still here." }).waitFor();
    await attempt(phone, "Hello, bot!");
    await phone.getByRole("log").getByText("Hello, bot!", { exact: true }).nth(2).waitFor();
  }));

test("the status does not say that TypeScript agrees before it was asked, and nobody writes to a bot that is being replaced", () =>
  withEditor(async ({ page, phone, output }) => {
    const noted = await page.evaluateHandle(() => {
      const [status, phone] = [document.querySelector(".output .status"), document.querySelector(".phone")];
      const noted = { statuses: [], wasInert: false };
      const note = () => void (noted.statuses.push(status.textContent), (noted.wasInert ||= phone.inert));
      for (const element of [status, phone]) new MutationObserver(note).observe(element, { subtree: true, childList: true, characterData: true, attributes: true });
      return noted;
    });
    await edit(page, "text: message.text,", "text: 42,");
    await output.getByText("Runs, with 1 type error").waitFor();
    assert.ok(!(await noted.evaluate(({ statuses }) => statuses)).includes("Runs, and TypeScript agrees"));
    assert.ok(!(await noted.evaluate(({ wasInert }) => wasInert)));
    await page.getByRole("button", { name: "Begin again with empty chats" }).click();
    await eventually(() => noted.evaluate(({ wasInert }) => wasInert), true, "the phone of the former bot takes nothing");
    await attempt(phone, "Hello, bot!");
    await output.getByText("sendMessage: text: expected a String, got 42").waitFor();
  }));

test("a type error is shown at its value; the bot runs, and botwire's own check shows the same place", () =>
  withEditor(async ({ page, phone, output }) => {
    const line = `Line ${await edit(page, "text: message.text,", "text: 42,")}`;
    await output.getByText("Runs, with 1 type error").waitFor();
    await output.getByText("Type '42' is not assignable to type 'string'.").waitFor();
    await eventually(() => output.getByRole("button", { name: line }).count(), 1);
    await marked(page, "text: 42");
    await attempt(phone, "Hello, bot!");
    await output.getByText("sendMessage: text: expected a String, got 42").waitFor();
    await output.getByRole("button", { name: line }).nth(1).click();
    await eventually(() => page.evaluate(() => String(getSelection())), "42", "the selection");
    // The check would refuse the call in every attempt, so the update is given up.
    await exchange(page, "message").getByText("200").waitFor();
    await edit(page, "text: 42,", "text: `Fixed: ${message.text}`,");
    await attempt(phone, "Hello, bot!");
    await waitForText(phone, "Fixed: Hello, bot!");
    assert.equal(await phone.getByRole("log").getByText("Fixed: Hello, bot!").count(), 1);
  }));

test("what cannot be parsed, what cannot be loaded, and what throws, at their lines; the last good bot answers", () =>
  withEditor(async ({ page, phone, output }) => {
    const broken = await edit(page, "const chat_id", "const const chat_id");
    await output.getByText("This edit does not run: the last good bot answers").waitFor();
    await output.getByRole("button", { name: `Line ${broken}` }).waitFor();
    await attempt(phone, "/start");
    await waitForText(phone, "Hi, Alice!");
    await edit(page, "const const chat_id", "const chat_id");
    await agreed(page);
    const imports = await edit(page, `from "botwire";`, `from "botwire";\nimport fs from "node:fs";`);
    await output.getByText(/There is no “node:fs” on this page/).waitFor();
    await output.getByRole("button", { name: `Line ${imports + 1}` }).first().waitFor();
    await edit(page, `\nimport fs from "node:fs";`, "");
    const throws = 1 + await edit(page, "const chat_id = message.chat.id;", "const chat_id = message.chat.id;\n    if (chat_id) throw new RangeError(`out of ${message.text}`);");
    await agreed(page);
    await attempt(phone, "Hello, bot!");
    await output.getByText("RangeError: out of Hello, bot!").waitFor();
    await output.getByRole("button", { name: `Line ${throws}` }).waitFor();
    await edit(page, "throw new RangeError(`out of ${message.text}`)", "console.log('seen', { chat_id })");
    await attempt(phone, "Hello, bot!");
    await output.getByText(/seen \{ ?"chat_id": \d+ ?\}/).waitFor();
    await output.getByRole("button", { name: `Line ${throws}` }).waitFor();
  }));

test("an update that fails four times is dropped, and the next one is delivered", () =>
  withEditor(async ({ page, phone, output }) => {
    const line = "const chat_id = message.chat.id;";
    const failure = `throw Object.assign(new RangeError("failure 1"), { kind: "network", method: "getMe" });`;
    await edit(page, line, `${line}\n    if (message.text === "fail") ${failure}`);
    // The bot of each edit counts anew, so it never gives up. The service retries after each edit, and at no other time.
    await holdTime(page);
    await write(phone, "fail");
    await write(phone, "next");
    await output.getByText("RangeError: failure 1").waitFor();
    for (const number of [2, 3, 4]) {
      await edit(page, `failure ${number - 1}`, `failure ${number}`);
      await output.getByText(`RangeError: failure ${number}`).waitFor();
    }
    await page.getByText("the last attempt here: the service would try longer").waitFor();
    await phone.getByRole("log").getByText("next", { exact: true }).nth(2).waitFor();
  }));

test("a loop without an end is stopped, and the page goes on", () =>
  withEditor(async ({ page, phone, output }) => {
    const line = await edit(page, "const chat_id", "while (message.text === 'spin') {}\n    const chat_id");
    await write(phone, "spin");
    await output.getByText("a loop kept the page busy for 2 s and was stopped").waitFor();
    await output.getByRole("button", { name: `Line ${line}` }).waitFor();
  }));

test("a nested fault is shown at the value in its keyboard", () =>
  withEditor(async ({ page, phone, output }) => {
    await edit(page, `button.callback("Ask the chef", "chef")`, `{ text: "Ask the chef", callback_data: "chef".repeat(17) }`);
    await attempt(phone, "I am hungry");
    await output.getByText("sendMessage: reply_markup.inline_keyboard[3][0].callback_data: expected a String of 1 to 64 bytes, got 68 bytes").waitFor();
    await output.getByRole("button", { name: /Line \d+/ }).waitFor();
  }, "Menu with buttons"));

test("completions, documentation and parameters come from the package's own declarations", () =>
  withEditor(async ({ page }) => {
    const editor = page.getByRole("textbox", { name: /^Code of the bot/ });
    await edit(page, "const chat_id = message.chat.id;", "const chat_id = message.chat.id;\n    message.");
    await page.locator(".cm-line", { hasText: /^\s+message\.$/ }).click();
    await page.keyboard.press("End");
    await page.keyboard.type("phot");
    const list = page.getByRole("listbox", { name: "Completions" });
    await list.getByRole("option", { name: "photo", exact: true }).waitFor();
    await page.locator(".cm-completionInfo").getByText("Available sizes of the photo").waitFor();
    // Not by the keyboard, which the editor ignores in the first moments of a list.
    await list.getByRole("option", { name: "photo", exact: true }).click();
    await editor.getByText("message.photo", { exact: false }).first().waitFor();
    await page.locator(".cm-line", { hasText: "export const handler" }).getByText("on", { exact: true }).hover();
    await page.locator(".cm-tooltip-hover .tip", { hasText: "Creates one handler from a handler for each kind of update." }).first().waitFor();
    // The documentation disappears when the pointer leaves. It may cover a part of the phone.
    await page.mouse.move(0, 0);
    await page.locator(".cm-tooltip-hover").first().waitFor({ state: "detached" });
    await page.keyboard.press("End");
    await page.keyboard.type(";console.log(");
    await page.locator(".tip", { hasText: "data: any[]" }).first().waitFor();
    await page.getByRole("button", { name: "Undo all edits" }).click();
    await agreed(page);
  }));

test("faults strike the calls of the bot, and are seen on the wire", () =>
  withEditor(async ({ page, phone, output }) => {
    const inject = async (name) => (await faultsOf(page)).getByRole("button", { name: startsWith(name, "( has|$)") }).click();
    const struck = async (name) => (await faultsOf(page)).getByRole("button", { name: startsWith(name, " ?has struck 1 time$") }).waitFor();
    const press = () => phone.getByRole("log").getByRole("button", { name: "Pizza" }).last().click();
    await attempt(phone, "I am hungry");
    // A bot that repeats its calls gets over 429.
    await inject("Rate limit (429)");
    const praised = await watchFor(page, "Good choice!");
    await press();
    await exchange(page, "editMessageText").getByText("429").or(page.getByRole("log", { name: "Requests and responses" }).getByText("429")).first().waitFor();
    await praised();
    await struck("Rate limit (429)");
    // Calls whose outcome is unknown are retried only if that is safe.
    await edit(page, "retry: 3", "retry: 0");
    for (const [name, message] of [
      ["Error (500)", /ApiError: editMessageText: 500 Internal Server Error/],
      ["Page (502)", /HttpError: editMessageText: HTTP 502/],
      ["Drop after", /NetworkError: editMessageText/],
      ["Drop", /NetworkError: editMessageText/],
      ["Cut off", /NetworkError: editMessageText/],
    ]) {
      await page.getByRole("button", { name: "Begin again with empty chats" }).click();
      await attempt(phone, "I am hungry");
      await waitForText(phone, "What would you like to eat?");
      await inject(name);
      await press();
      await output.getByText(message).first().waitFor();
      await struck(name);
    }
  }, "Menu with buttons"));

test("a fault that is injected into the call in the answer to a delivery does not wait on", () =>
  withBot(async ({ page, phone }) => {
    for (const name of ["Rate limit (429)", "Error (500)", "Drop"]) {
      await (await faultsOf(page)).getByRole("button", { name, exact: true }).click();
      await page.getByRole("button", { name: "Faults 1 armed" }).waitFor();
      await attempt(phone, "Hello, bot!");
      await (await faultsOf(page)).getByRole("button", { name: startsWith(name, " ?has struck 1 time$") }).waitFor();
      await page.getByRole("button", { name: "Faults", exact: true }).waitFor();
    }
    await attempt(phone, "Hello, bot!");
    await waitForText(phone, "Hello, bot!");
    await faultsOf(page);
    await page.getByText("Drop struck: the entry on the wire shows what became of it.").waitFor();
  }));

test("slow answers, deliveries twice and out of order, and an inline call whose failure is not reported", () =>
  withBot(async ({ page, phone }) => {
    const inject = async (name) => (await faultsOf(page)).getByRole("button", { name }).click();
    await inject("Duplicate");
    await write(phone, "first");
    await page.getByText("delivered again: the bot gave the same answer").waitFor();
    const once = () => eventually(() => phone.getByRole("log").getByText("first", { exact: true }).count(), 3, "written, quoted, answered: once");
    await once();
    await inject("Reorder");
    // The second that an update is held back, however long a visitor takes here.
    await holdTime(page);
    await write(phone, "second");
    await write(phone, "third");
    await phone.getByRole("log").getByText("third", { exact: true }).nth(2).waitFor();
    await passTime(page, 2000);
    await page.getByText("delivered late, out of order").waitFor();
    await phone.getByRole("log").getByText("second", { exact: true }).nth(2).waitFor();
    await once();
    await inject("Rate limit (429)");
    await write(phone, "fourth");
    await page.getByText(/answered with sendMessage, which failed: 429 .* The bot is not notified\./).waitFor();
    await faultsOf(page);
    await page.getByRole("group", { name: "How often the fault occurs" }).getByRole("button", { name: "Always" }).click();
    await inject("Error (500)");
    await write(phone, "fifth");
    await page.getByText(/which failed: 500/).waitFor();
    await inject("Error (500)");
    await write(phone, "sixth");
    await phone.getByRole("log").getByText("sixth").nth(2).waitFor();
  }));

test("migration: the bot follows the group to its new identifier", () =>
  withBot(async ({ page, phone }) => {
    await (await faultsOf(page)).getByRole("button", { name: "Slow" }).click();
    await attempt(phone, /Free money/);
    await waitForText(phone, "Warning 1 of 2");
    // Timers never fire early, so this passes on any machine.
    const slow = await exchange(page, "deleteMessage").locator(".exchange-ms").textContent();
    assert.ok(parseInt(slow) >= 2900, slow);
    await (await faultsOf(page)).getByRole("button", { name: "Migration" }).click();
    await attempt(phone, /Free money/);
    await waitForText(phone, "A supergroup now");
    await exchange(page, "message").getByText("200").waitFor();
  }, "Group moderation"));
