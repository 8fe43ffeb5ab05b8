// The dashboard in Chromium, against the emulator over HTTP, as used by someone who runs a bot.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { methods } from "../support/spec.mjs";
import { assertAccessible, assertDiscreet, connect, openPage, openSite, service, under, watchFor } from "./support.mjs";

let site;
before(async () => void (site = await openSite()));
after(() => site.close());

const at = (page, section) => page.goto(page.url().replace(/#.*/, `#/dashboard/${section}`));

test("who am I, and the webhook: its state, set with a certificate, compared, deleted", async () => {
  const { emulator, url, user, token, close } = await service();
  user.write("one that waits");
  const view = await openPage(site, "#/dashboard");
  const { page } = view;
  await connect(page, url, token);
  await page.getByText(`@${emulator.bot.username}`).first().waitFor();
  await page.getByText("not set", { exact: true }).waitFor();
  await eventually(() => page.locator(".big").textContent(), "1", "pending updates");
  await page.getByText("1 update waits, and no webhook is set: the bot does not run, or does not poll.").waitFor();
  await page.getByRole("list", { name: "Updates that wait" }).getByText("one that waits").waitFor();
  assert.equal(await page.getByLabel("url required").count(), 0, "the form is folded");
  await page.getByText("Set a webhook").click();
  // The secret path contains the token, as the specification recommends; it must not be shown.
  await page.getByLabel("url required").fill(`http://bot.example/${token}`);
  await page.getByText(/Expected .*https/i).waitFor();
  await eventually(() => page.getByRole("button", { name: "Set", exact: true }).isDisabled(), true, "nothing is set that has a fault");
  await page.getByLabel("url required").fill(`https://127.0.0.1:8443/hook/${token}`);
  await page.getByLabel("certificate: choose a file").setInputFiles({ name: "own.pem", mimeType: "application/x-pem-file", buffer: Buffer.from("-----BEGIN CERTIFICATE-----") });
  await page.getByLabel("max_connections").fill("7");
  await page.getByRole("button", { name: "Compare" }).click();
  await page.getByRole("row", { name: /max_connections 40 7 changes/ }).waitFor();
  await page.getByRole("row", { name: /url none https:\/\/127\.0\.0\.1:8443\/hook\/<token> changes/ }).waitFor();
  await page.getByRole("button", { name: "Set", exact: true }).click();
  await page.getByText("The webhook is set.").waitFor();
  await page.getByText("https://127.0.0.1:8443/hook/<token>").first().waitFor();
  const [{ parameters }] = emulator.log().filter(({ method }) => method === "setWebhook");
  const { result } = await (await fetch(`${url}/bot${token}/getWebhookInfo`)).json();
  assert.equal(result.url, `https://127.0.0.1:8443/hook/${token}`);
  assert.match(String(parameters.certificate), /^attach:/);
  // The service may still be trying.
  const refreshed = async () => (await page.getByRole("button", { name: "Refresh" }).first().click(), page.locator("dd.bad").isVisible());
  await eventually(refreshed, true, "the last error is shown");
  await page.getByLabel("url required").fill("");
  await assertAccessible(page);
  await assertDiscreet(view, token);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Yes, delete" }).click();
  await page.getByText("The webhook is deleted.").waitFor();
  await page.getByText("not set", { exact: true }).first().waitFor();
  await view.context.close();
  await close();
});

test("updates come in live, can be paused, filtered and read; chats show both sides", async () => {
  const { emulator, url, user, token, close } = await service();
  const view = await openPage(site, "#/dashboard/updates");
  const { page } = view;
  await connect(page, url, token);
  await page.getByRole("button", { name: "Receive" }).click();
  const question = user.write("Is <b>anybody</b> there?");
  await page.getByRole("option", { name: /Alice.*Is <b>anybody<\/b> there\?/ }).click();
  await page.getByRole("region").or(page.getByLabel("The chosen update")).getByText("Is <b>anybody</b> there?").first().waitFor();
  await page.getByLabel("Raw").check({ force: true });
  await page.getByLabel("The update as it came").getByText(`"message_id"`).waitFor();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByText("paused").waitFor();
  user.edit(question.message_id, "Is anybody here?");
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("option", { name: /edited_message/ }).waitFor();
  await page.getByRole("button", { name: /^message/ }).click();
  await eventually(() => page.getByRole("option").count(), 1, "updates of the kind that is left");
  await assertAccessible(page);
  await at(page, "chats");
  await page.getByRole("log").getByText("Is anybody here?").waitFor();
  await page.getByLabel("Write as the bot").fill("I am here");
  await page.keyboard.press("Enter");
  await page.getByRole("log").getByText("I am here").waitFor();
  assert.equal((await user.nextMessage()).text, "I am here");
  await assertAccessible(page);
  await assertDiscreet(view, token);
  await view.context.close();
  await close();
});

test("a form checks while one types, builds a keyboard, calls, and the log copies it without the token", async () => {
  const { url, user, token, close } = await service();
  user.write("/start");
  const view = await openPage(site, "#/dashboard/methods/sendMessage", { permissions: ["clipboard-read", "clipboard-write"] });
  const { page } = view;
  await connect(page, url, token);
  await page.getByLabel("text required").fill("x".repeat(4097));
  await page.getByText("4097 / 4096").waitFor();
  await page.getByText("Expected a String of 0 to 4096 visible characters, got 4097 visible characters").waitFor();
  await eventually(() => page.getByLabel("text required").getAttribute("aria-invalid"), "true");
  await page.getByLabel("text required").fill("Which one?");
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await page.getByText(/Required: .*Integer/).waitFor();
  await eventually(() => page.evaluate(() => document.activeElement.name), "chat_id", "the first fault has the focus");
  await page.getByLabel("chat_id required").fill(String(user.id));
  await page.getByLabel("reply_markup: which kind").selectOption("InlineKeyboardMarkup");
  await page.getByRole("button", { name: "Add a row" }).click();
  await page.getByLabel("callback_data required").fill("x".repeat(65));
  await page.getByText(/Expected a String of 1 to 64 bytes, got 65 bytes/).waitFor();
  await page.getByRole("button", { name: "Button 1 of row 1: Button 1, has an error" }).waitFor();
  await page.getByLabel("callback_data required").fill("one");
  await page.getByRole("button", { name: "Add a button to row 1" }).click();
  await page.getByLabel("text required").last().fill("Two");
  await page.getByLabel("What it does").selectOption("url");
  await page.getByLabel("url required").fill("https://example.com/");
  await assertAccessible(page);
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await page.getByLabel("Result").getByText(`"Which one?"`).waitFor();
  const message = await user.nextMessage();
  assert.deepEqual(message.reply_markup.inline_keyboard, [[{ text: "Button 1", callback_data: "one" }, { text: "Two", url: "https://example.com/" }]]);
  await at(page, "log");
  await page.getByRole("button", { name: /sendMessage/ }).click();
  const copied = async (name, beginning) => {
    const shown = await watchFor(page, "Copied");
    await page.getByRole("button", { name }).click();
    await shown();
    const isCopied = async (beginning) => (await navigator.clipboard.readText()).startsWith(beginning);
    await eventually(() => page.evaluate(isCopied, beginning), true, `${beginning} is copied`);
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const code = await copied("Copy as JavaScript", "import");
  assert.match(code, new RegExp(`bot\\.sendMessage\\(\\{\\s+chat_id: ${user.id},\\s+text: "Which one\\?"`));
  const curl = await copied("Copy as curl", "curl");
  assert.ok(curl.includes(`'${url}/bot'"$BOT_TOKEN"'/sendMessage'`), curl);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export" }).click()]);
  const exported = await (await import("node:fs/promises")).readFile(await download.path(), "utf8");
  for (const text of [code, curl, exported]) assert.ok(!text.includes(token));
  assert.ok(JSON.parse(exported).some(({ name }) => name === "sendMessage"));
  await assertAccessible(page);
  await assertDiscreet(view, token);
  await view.context.close();
  await close();
});

test("under a policy that allows the site's own files and wasm, nothing else; the colors that were chosen stay", async () => {
  const prepare = under({ "script-src": "'self' 'wasm-unsafe-eval'", "style-src": "'self'" });
  const view = await openPage(site, "#/dashboard", { prepare, serviceWorkers: "block" });
  const { page } = view;
  await page.getByRole("switch", { name: "Switch to dark theme" }).click();
  await page.reload();
  await page.getByRole("switch", { name: "Switch to light theme" }).waitFor();
  await page.getByRole("button", { name: "Use the emulator" }).click();
  await at(page, "updates");
  await page.getByRole("button", { name: "Receive" }).click();
  await page.getByRole("option").first().click();
  await at(page, "chats");
  await page.getByRole("log").getByText("/start").waitFor();
  await at(page, "methods/getMe");
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await page.getByLabel("Result").getByText('"is_bot"').waitFor();
  await at(page, "log");
  await page.getByRole("button", { name: /getMe/ }).first().click();
  await assertDiscreet(view);
  await view.context.close();
});

test("files go up by drag and drop and come down again", async () => {
  const { url, user, token, close } = await service();
  user.write("/start");
  const view = await openPage(site, `#/dashboard/methods/sendDocument?chat_id=${user.id}`);
  const { page } = view;
  await connect(page, url, token);
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(["the content"], "note.txt", { type: "text/plain" }));
    return data;
  });
  await page.locator(".drop").first().dispatchEvent("drop", { dataTransfer: dropped });
  await page.getByText("note.txt").waitFor();
  await page.getByRole("button", { name: "Call", exact: true }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download note.txt" }).click()]);
  assert.equal(await (await import("node:fs/promises")).readFile(await download.path(), "utf8"), "the content");
  await page.getByText("saved").waitFor();
  await assertDiscreet(view, token);
  await view.context.close();
  await close();
});

test("each method has its form, which axe finds nothing wrong with", async () => {
  const view = await openPage(site, "#/dashboard/methods");
  const { page } = view;
  await page.getByRole("button", { name: "Use the emulator" }).click();
  const links = page.getByRole("navigation", { name: "Methods" }).getByRole("link");
  await eventually(() => links.count(), Object.keys(methods).length, "methods");
  const names = await links.allTextContents();
  for (const name of names) {
    await at(page, `methods/${name}`);
    await page.getByRole("heading", { name, exact: true }).waitFor();
    await page.getByRole("button", { name: "Call", exact: true }).waitFor();
  }
  for (const name of ["answerInlineQuery", "sendInvoice", "sendMediaGroup", "createNewStickerSet"]) {
    await at(page, `methods/${name}`);
    await page.getByRole("heading", { name, exact: true }).waitFor();
    const adds = await page.locator(".method").getByRole("button", { name: /^Add / }).evaluateAll((all) => all.map((button) => button.ariaLabel ?? button.textContent.trim()));
    for (const add of adds) await page.getByRole("button", { name: add, exact: true }).first().click();
    await assertAccessible(page, name);
  }
  await assertDiscreet(view);
  await view.context.close();
});

test("an album of two files, and an inline answer: nested files, unions and faults stand where they belong", async () => {
  const { url, user, token, close } = await service();
  user.write("/start");
  const view = await openPage(site, `#/dashboard/methods/sendMediaGroup?chat_id=${user.id}`);
  const { page } = view;
  await connect(page, url, token);
  const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
  for (const index of [0, 1]) {
    await page.getByRole("button", { name: "Add media" }).click();
    const item = page.getByRole("group", { name: `media ${index + 1}` });
    await item.getByLabel("media: which kind").selectOption("InputMediaPhoto");
    await item.getByLabel("media: choose a file").setInputFiles({ name: `${index}.png`, mimeType: "image/png", buffer: png });
  }
  await page.getByRole("group", { name: "media 2" }).getByLabel("caption").fill("x".repeat(201));
  await page.getByRole("group", { name: "media 2" }).getByText("Expected a String of 0 to 200 visible characters, got 201 visible characters").waitFor();
  await page.getByRole("group", { name: "media 2" }).getByLabel("caption").fill("the second");
  await page.getByText("Ready").waitFor();
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await page.getByLabel("Result").getByText('"the second"').waitFor();
  assert.equal((await user.nextMessage()).photo.length > 0, true);
  await at(page, "methods/answerInlineQuery");
  await page.getByLabel("inline_query_id required").fill("1");
  await page.getByRole("button", { name: "Add result" }).click();
  const item = page.getByRole("group", { name: "result 1" });
  await item.getByLabel("result: which kind").selectOption("InlineQueryResultArticle");
  await item.getByLabel(/^id required/).fill("x".repeat(65));
  await item.getByLabel("input_message_content: which kind").selectOption("InputTextMessageContent");
  await item.getByLabel("message_text required").fill("x".repeat(4097));
  // Both faults at once, though the engine names one at a time.
  await item.getByText(/got 65 bytes/).waitFor();
  await item.getByText(/got 4097 visible characters/).waitFor();
  await assertAccessible(page);
  await assertDiscreet(view, token);
  await view.context.close();
  await close();
});

test("who wrote first and looks at the chat then receives what is answered, there", async () => {
  const { url, user, token, close } = await service();
  const view = await openPage(site, `#/dashboard/methods/sendMessage?chat_id=${user.id}&text=Hello`);
  const { page } = view;
  await connect(page, url, token);
  user.write("/start");
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await page.getByLabel("Result").getByText('"Hello"').waitFor();
  await page.goto(`${site.url}#/dashboard/chats`);
  await page.getByRole("button", { name: "Receive" }).click();
  await page.getByText("receiving", { exact: true }).waitFor();
  await page.getByRole("log").getByText("/start").waitFor();
  await assertAccessible(page);
  await assertDiscreet(view, token);
  await view.context.close();
  await close();
});

test("a link to try a method opens its form with the emulator's bot, which the call reaches", async () => {
  const view = await openPage(site, "#/dashboard/try/sendMessage?text=Hello+there");
  const { page } = view;
  await page.waitForURL(/#\/dashboard\/methods\/sendMessage\?/);
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await page.getByLabel("Result").getByText('"Hello there"').waitFor();
  // With a connected bot, the link opens the form.
  await page.goto(`${site.url}#/dashboard/try/getChat`);
  await page.getByRole("heading", { name: "getChat" }).waitFor();
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await page.getByLabel("Result").getByText('"Liddell"').waitFor();
  await assertDiscreet(view);
  await view.context.close();
});
