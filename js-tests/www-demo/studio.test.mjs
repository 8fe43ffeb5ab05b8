// The studio in Chromium: the chat with a bot that runs in another process, over the control path of the emulator.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { root } from "../support/target.mjs";
import { waitForText, write } from "./playground.mjs";
import { inStudio, openStudio } from "./studio.mjs";
import { assertAccessible, assertDiscreet, openSite } from "./support.mjs";

let site;
before(async () => void (site = await openSite()));
after(() => site.close());

const JS = "process.env.SERVICE";
const PYTHON = 'os.environ["SERVICE"]';
const EXAMPLES = { grammY: ["grammy.mjs", JS], telegraf: ["telegraf.mjs", JS], "python-telegram-bot": ["python_telegram_bot.py", PYTHON], aiogram: ["aiogram_bot.py", PYTHON] };

const echo = ({ chat, text = "?" }) => ({ method: "sendMessage", chat_id: chat.id, text: `Echo: ${text}` });

test("a user writes, the bot answers, the wire shows both; the page obeys its policy and shows no token", async () => {
  await inStudio(site, { answer: echo }, async ({ page, context, phone, wire, token, consoleMessages }) => {
    await write(phone, "hello");
    await waitForText(phone, "Echo: hello");
    await wire.getByRole("article", { name: "message “hello”" }).getByRole("button", { name: /sendMessage “Echo: hello” 200 \d+ ms/ }).waitFor();
    await page.getByRole("banner").getByRole("status").getByText("Polls").waitFor();
    await assertAccessible(page);
    await assertDiscreet({ page, context, consoleMessages }, token);
  });
});

test("the first chat has a button for /start; https on http and a wrong path are explained", async () => {
  await inStudio(site, { answer: echo }, async ({ phone, wire, url, token }) => {
    await eventually(() => phone.getByRole("textbox", { name: "Message as Alice" }).evaluate((element) => element === document.activeElement), true, "the focus is in the composer");
    await phone.getByRole("button", { name: "/start", exact: true }).click();
    await waitForText(phone, "Echo: /start");
    await phone.getByRole("button", { name: "/start", exact: true }).and(phone.locator(".studio-start *")).waitFor({ state: "detached" });
    await assert.rejects(fetch(`${url.replace("http:", "https:")}/bot${token}/getMe`));
    await wire.getByText("This address has no TLS: write http:// instead of https:// in the base URL.", { exact: true }).waitFor();
    await fetch(`${url}/bot/${token}/getMe`);
    await wire.getByText(/The service does not have this path\. Is the base URL right, without the part that begins with \/bot\?/).waitFor();
  });
});

test("users, groups and buttons: another user writes in a group, and a press is answered", async () => {
  const keyboard = { inline_keyboard: [[{ text: "Press me", callback_data: "pressed" }]] };
  await inStudio(site, { answer: ({ chat, from, text }) => text && ({ method: "sendMessage", chat_id: chat.id, text: `${from.first_name}: ${text}`, reply_markup: keyboard }) }, async ({ page, phone, users, emulator }) => {
    await page.getByRole("button", { name: "Add a chat", exact: true }).click();
    await page.getByRole("textbox", { name: "Title of a new chat" }).fill("Book club");
    await page.getByRole("button", { name: "Add chat" }).click();
    await phone.getByRole("heading", { name: "Book club" }).waitFor();
    await write(phone, "/start");
    await waitForText(phone, "Alice: /start");
    await page.getByRole("button", { name: "Add a user", exact: true }).click();
    await page.getByRole("textbox", { name: "Name of a new user" }).fill("Bob");
    await page.getByRole("button", { name: "Add user" }).click();
    await phone.getByText("You are not in this group.").waitFor();
    await phone.getByRole("button", { name: "Join", exact: true }).click();
    await write(phone, "/hello");
    await waitForText(phone, "Bob: /hello");
    // Bob's arrival, his message, and the answer.
    await users.getByLabel("3 unread").waitFor();
    await phone.getByRole("log").getByRole("button", { name: "Press me" }).last().click();
    const updates = () => emulator.log().filter(({ method }) => method === "getUpdates").flatMap(({ answer }) => answer.result ?? []);
    await eventually(() => updates().some(({ callback_query }) => callback_query?.data === "pressed"), true, "the press");
    await assertAccessible(page);
  });
});

test("faults strike a bot behind HTTP, and the clock moves", async () => {
  await inStudio(site, { answer: async ({ chat }, bot) => void (await bot.sendMessage({ chat_id: chat.id, text: "answer" }, { retry: 0 }).catch(() => undefined)) }, async ({ page, phone, wire, emulator, user, inMenu }) => {
    await page.getByRole("banner").getByRole("button", { name: "Faults" }).click();
    await assertAccessible(page, "the faults");
    await page.getByRole("group", { name: "Faults of the service" }).getByRole("button", { name: "Error (500)" }).click();
    await page.getByText("Armed: the service fails with an error.").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("banner").getByRole("button", { name: "Faults 1 armed" }).waitFor();
    const before = (await emulator.act("messages", { user: user.id })).length;
    await write(phone, "hello");
    await wire.getByText("Fault “Error (500)” struck").waitFor();
    await page.getByRole("banner").getByRole("button", { name: "Faults", exact: true }).waitFor();
    await write(phone, "once more");
    await waitForText(phone, "answer");
    assert.equal((await emulator.act("messages", { user: user.id })).length, before + 3);
    await inMenu("+1 d");
    await write(phone, "tomorrow");
    await eventually(async () => {
      const dates = emulator.act("messages", { user: user.id }).map(({ date }) => date);
      return dates.at(-1) - dates[0] >= 86_400;
    }, true, "a day later");
  });
});

for (const colorScheme of ["light", "dark"]) {
  test(`phone width, ${colorScheme}: one part at a time, nothing wider than the screen`, async () => {
    await inStudio(site, { answer: echo, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme }, async ({ page, phone }) => {
      await write(phone, "hello");
      await waitForText(phone, "Echo: hello");
      const isWithin = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight + 1);
      for (const part of ["Chats", "Wire", "Chat"]) {
        await page.getByRole("navigation", { name: "Parts of the studio" }).getByRole("button", { name: part, exact: true }).click();
        await eventually(isWithin, true, `${part} fits`);
        await assertAccessible(page);
      }
    });
  });
}

test("nothing is there, a webhook fails, and comes back: the bar says so, and tries again when it is asked to", async () => {
  let status = 500;
  const webhook = async (request) => {
    const { message } = await request.json();
    return status === 200 ? Response.json({ method: "sendMessage", chat_id: message.chat.id, text: "I am back" }) : new Response("the database is <b>down</b>", { status });
  };
  await inStudio(site, { emulator: { webhook } }, async ({ page, phone, wire, url, token }) => {
    const bar = page.getByRole("banner").getByRole("status");
    await bar.getByText("No bot polls").waitFor();
    const connect = page.getByRole("region", { name: "How to connect a bot" });
    assert.deepEqual(await connect.getByRole("tab").allTextContents(), ["botwire", "grammY", "telegraf", "python-telegram-bot", "aiogram", "Go", "teloxide", "curl"]);
    const address = new URL(page.url()).origin;
    for (const name of await connect.getByRole("tab").allTextContents()) {
      await connect.getByRole("tab", { name, exact: true }).click();
      const code = await connect.getByRole("tabpanel", { name, exact: true }).locator("code").textContent();
      assert.ok(code.includes(address), name);
      // The lines are those of the examples, which other tests run.
      const [example, service] = EXAMPLES[name] ?? [];
      if (example === undefined) continue;
      const lines = readFileSync(join(root, "examples/emulator-any-bot", example), "utf8").split("\n");
      for (const line of code.replaceAll(`"${address}"`, service).split("\n")) assert.ok(lines.includes(line), `${example}: ${line}`);
    }
    await page.keyboard.press("ArrowRight");
    await connect.getByRole("tab", { name: "botwire", selected: true }).waitFor();
    await assertAccessible(page, "how to connect");
    await connect.getByRole("tab", { name: "curl" }).click();
    await connect.getByText("/setWebhook").first().waitFor();
    await fetch(`${url}/bot${token}/setWebhook?url=http://127.0.0.1:9/`);
    await write(phone, "hello");
    await bar.getByText("1 fails").waitFor();
    await bar.getByText(/^500, next try in/).waitFor();
    await wire.getByText("The bot answered: “the database is <b>down</b>”").waitFor();
    await write(phone, "behind it");
    await bar.getByText("1 fails, 1 waits").waitFor();
    await page.getByRole("banner").getByRole("button", { name: /^Bot / }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByText(/message \d+, attempt 1: answered 500/).waitFor();
    await sheet.getByRole("button", { name: "Show" }).click();
    await sheet.getByText('"text":"hello"').waitFor();
    await assertAccessible(page);
    await sheet.getByRole("button", { name: "Close" }).click();
    status = 200;
    await page.getByRole("banner").getByRole("button", { name: "Retry" }).click();
    await waitForText(phone, "I am back");
    await bar.getByText("Webhook", { exact: true }).waitFor();
  });
});

test("two windows show the same, markup is text, and a reset empties both", async () => {
  await inStudio(site, { answer: echo }, async (studio) => {
    const other = await openStudio(site.browser, studio.url);
    const hostile = "<img src=x onerror=alert(1)><b>bold</b>";
    studio.emulator.user({ first_name: hostile });
    await write(studio.page.getByRole("region", { name: "Phone" }), hostile);
    for (const { page } of [studio, other]) {
      await waitForText(page.getByRole("region", { name: "Phone" }), `Echo: ${hostile}`);
      await page.getByRole("list", { name: "Users" }).getByText(hostile).waitFor();
      assert.equal(await page.locator("#app b:text-is('bold'), #app img[src=x]").count(), 0);
    }
    await other.page.getByRole("banner").getByRole("button", { name: "Menu" }).click();
    await other.page.getByRole("button", { name: /^Reset/ }).click();
    const echoes = (page) => page.getByRole("region", { name: "Phone" }).getByText(`Echo: ${hostile}`).count();
    for (const { page } of [studio, other]) await eventually(() => echoes(page), 0, "the reset");
    await other.page.getByRole("log", { name: "Updates and the calls that they caused" }).getByText(`Echo: ${hostile}`).waitFor();
    await other.page.getByRole("button", { name: "Undo" }).click();
    for (const { page } of [studio, other]) await waitForText(page.getByRole("region", { name: "Phone" }), `Echo: ${hostile}`);
    await other.context.close();
  });
});
