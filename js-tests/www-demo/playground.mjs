// Actions of a visitor of the playground.
import { eventually } from "../support/eventually.mjs";
import { openPage, watchFor } from "./support.mjs";

/** A page with the playground; its phone answers. */
export async function openPlayground(site, options) {
  const view = await openPage(site, "#/playground", options);
  const phone = view.page.getByRole("region", { name: "Phone" });
  await thingsToTry(phone).waitFor();
  return { ...view, phone };
}

/** Resets the same page to its initial state: takes half the time, since the browser has already compiled its code. */
export async function reopenPlayground(view) {
  const { page, phone, consoleMessages } = view;
  consoleMessages.length = 0;
  // The address names the example.
  await page.evaluate(() => (localStorage.clear(), sessionStorage.clear(), history.replaceState(null, "", "#/playground")));
  await page.reload();
  await thingsToTry(phone).waitFor();
  return view;
}

const thingsToTry = (phone) => phone.getByRole("group", { name: "Things to try" });

/** Opens without TypeScript, whose start takes as long as most tests: its request stays pending until the page closes. */
export const WITHOUT_TYPESCRIPT = { prepare: (page) => page.route(/\/worker-/, () => {}) };

/** Waits until the bot and the editor are there. */
export async function started(page) {
  await thingsToTry(page).waitFor();
  await page.locator(".cm-line").first().waitFor();
}

/** Waits until TypeScript is there and agrees with the code. */
export const agreed = (page) => page.getByText("Runs, and TypeScript agrees").waitFor();

/** Opens another example. */
export async function choose(page, name) {
  await page.getByRole("button", { name: /^Example:/ }).first().click();
  await page.getByRole("menuitem", { name }).click();
  await page.getByRole("button", { name: `Example: ${name}. Choose another` }).first().waitFor();
  // The previous bot's chats cannot be used until the new bot is ready.
  await page.locator(".phone:not([inert])").waitFor();
}

/** Does one of the things to try. */
export const attempt = (phone, name) =>
  thingsToTry(phone).getByRole("button", { name, exact: true }).click();

/** Writes as the user that is played. */
export async function write(phone, text) {
  await phone.getByRole("textbox", { name: /^Message as/ }).fill(text);
  await phone.getByRole("button", { name: "Send", exact: true }).click();
}

/** Waits for a text in the chat. */
export const waitForText = (phone, text) => phone.getByRole("log").getByText(text).last().waitFor();

/** Plays another user. */
export const play = (phone, name) => phone.getByRole("group", { name: "You play" }).getByRole("button", { name }).click();

/** Replaces a part of the code in the editor, waits until the edit is applied, and returns its line. */
export async function edit(page, from, to) {
  const editor = page.getByRole("textbox", { name: /^Code of the bot/ });
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await page.getByRole("button", { name: /^(Copy the code|Copied)$/ }).click();
  let source;
  await eventually(async () => (source = await page.evaluate(() => navigator.clipboard.readText())).includes(from), true, `the code has ${from}`);
  // Ignores the status of the code before the edit.
  const taken = await watchFor(page, "Edited…");
  await editor.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(source.replace(from, to));
  await taken();
  await page.getByRole("region", { name: "Problems and output" }).getByRole("status").filter({ hasText: /Runs,|does not run/ }).waitFor();
  return source.slice(0, source.indexOf(from)).split("\n").length;
}

/** The buttons of the faults, which a button of the header opens. */
export async function faultsOf(page) {
  const faults = page.getByRole("group", { name: "Faults of the service" });
  if (!(await faults.isVisible())) await page.getByRole("button", { name: /^Faults/ }).click();
  return faults;
}

/** The latest entry of the wire with that name. */
export const exchange = (page, name) => page.getByRole("log", { name: "Requests and responses" }).locator("details").filter({ hasText: name }).last();
