// The wire of the studio as a story: updates with the calls that they caused, and exchanges that are made again.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { waitForText, write } from "./playground.mjs";
import { inStudio, openStudio } from "./studio.mjs";
import { assertAccessible, openSite } from "./support.mjs";

let site;
before(async () => void (site = await openSite()));
after(() => site.close());

const echo = ({ chat, text }) => text && { method: "sendMessage", chat_id: chat.id, text: `Echo: ${text}` };
const article = (wire, text) => wire.getByRole("article", { name: `message “${text}”`, exact: true });

test("by polling: each update with its calls, polls folded, search and failures; a choice marks the messages, and a message leads to its block", async () => {
  const answer = async ({ chat, text }, bot) => {
    if (text === "/wrong") return void (await bot.sendMessage({ chat_id: 999, text: "lost" }).catch(() => undefined));
    if (text === "silence") return undefined;
    await bot.sendChatAction({ chat_id: chat.id, action: "typing" });
    return { method: "sendMessage", chat_id: chat.id, text: `Echo: ${text}` };
  };
  await inStudio(site, { answer }, async ({ page, phone, wire, choose }) => {
    for (const text of ["one", "/wrong", "silence", "two"]) await write(phone, text);
    await waitForText(phone, "Echo: two");
    const lines = (text) => article(wire, text).getByRole("button", { name: /^\+/ }).allInnerTexts();
    await eventually(async () => (await lines("one")).map((line) => /send\w+/.exec(line)[0]), ["sendChatAction", "sendMessage"]);
    await article(wire, "/wrong").getByText(/Bad Request: chat not found\. No chat of this bot has the identifier 999\. Alice is \d+\./).waitFor();
    await article(wire, "silence").getByText("The bot made no call.").waitFor();
    await wire.getByRole("button", { name: /getUpdates × \d+ · 1 open/ }).waitFor();
    await assertAccessible(page, "the story");
    await page.getByRole("button", { name: "Failed 1" }).click();
    await eventually(() => wire.getByRole("article").count(), 1, "only what failed");
    await page.getByRole("button", { name: "Failed 1" }).click();
    await page.getByRole("searchbox", { name: "Search the wire" }).fill("echo two");
    await eventually(() => wire.getByRole("article").count(), 1, "the search looks into answers");
    await page.getByRole("searchbox", { name: "Search the wire" }).fill("");
    await article(wire, "one").getByRole("button").first().click();
    await eventually(() => phone.locator(".ringed").allInnerTexts().then((all) => all.map((text) => /(Echo: )?one/.exec(text)[0])), ["one", "Echo: one"]);
    await assertAccessible(page, "the detail");
    await page.keyboard.press("Escape");
    await phone.getByRole("button", { name: "Actions for “Echo: two”" }).click();
    await choose("Show on the wire");
    const detail = page.getByRole("region", { name: "Detail" });
    await detail.getByRole("heading", { name: "sendMessage" }).waitFor();
    await detail.getByRole("button", { name: /^message “two”/ }).click();
    await detail.getByRole("heading", { name: "message" }).waitFor();
  });
});

test("an update is delivered again and edited, a call is sent again and edited, with a fault; the new exchanges are marked", async () => {
  await inStudio(site, { answer: echo }, async ({ page, phone, wire, emulator, user }) => {
    await write(phone, "order 7");
    await waitForText(phone, "Echo: order 7");
    await article(wire, "order 7").getByRole("button").first().click();
    const detail = page.getByRole("region", { name: "Detail" });
    await detail.getByRole("button", { name: "Deliver again" }).click();
    await wire.getByText("again", { exact: true }).waitFor();
    const echoes = (text) => emulator.act("messages", { user: user.id }).filter((message) => message.text === text).length;
    await eventually(() => echoes("Echo: order 7"), 2, "the bot has handled it again");
    await detail.getByRole("button", { name: "Edit and deliver" }).click();
    const editor = detail.getByRole("textbox", { name: /^JSON/ });
    await detail.getByText("Fits the specification").waitFor();
    await editor.fill(`{"message": {"message_id": 3, "date": 1, "chat": {"id": @alice, "type": "private"}, "texd": "x"}}`);
    await detail.getByText("message.texd: unknown field; did you mean text?").waitFor();
    await editor.fill(`{"message": {"message_id": 3, "date": 1, "chat": {"id": @alice, "type": "private"}, "text": "order 8"`);
    await editor.press("End");
    await page.keyboard.type(`, "autho`);
    await page.getByRole("option", { name: /author_signature/ }).click();
    assert.match(await editor.innerText(), /"author_signature": ""/);
    await editor.fill(`{"message": {"message_id": 3, "date": 1, "chat": {"id": @alice, "type": "private"}, "text": "order 8"}}`);
    await assertAccessible(page, "the editor");
    await detail.getByRole("button", { name: "Deliver", exact: true }).click();
    await waitForText(phone, "Echo: order 8");
    await wire.getByText("again, edited").waitFor();
    await wire.getByRole("button", { name: /sendMessage “Echo: order 8”/ }).click();
    await detail.getByRole("button", { name: "Send again" }).click();
    await eventually(() => echoes("Echo: order 8"), 2);
    await detail.getByRole("button", { name: "Edit and send" }).click();
    await editor.fill(`{"chat_id": @alice, "text": "by hand"}`);
    await detail.getByLabel("Fault").selectOption("error");
    await detail.getByRole("button", { name: "Send", exact: true }).click();
    await wire.getByText("Fault “Error (500)” struck").waitFor();
    assert.equal(echoes("by hand"), 0);
  });
});

test("the first load is at most 80,000 bytes", async () => {
  await inStudio(site, {}, async ({ page, phone }) => {
    await phone.waitFor();
    const files = await page.evaluate(() => performance.getEntries().filter(({ transferSize }) => transferSize > 0).map(({ name, transferSize }) => [name.split("/").at(-1), transferSize]));
    const sum = files.reduce((all, [, size]) => all + size, 0);
    assert.ok(sum > 30_000 && sum <= 80_000, `${sum} bytes: ${JSON.stringify(files)}`);
  });
});

test("by webhook: the returned call, an update that fails and is skipped, what waits behind it", async () => {
  const webhook = async (request) => {
    const { message } = await request.json();
    return message.text === "fails" ? new Response("TypeError: price", { status: 500 }) : Response.json({ method: "sendMessage", chat_id: message.chat.id, text: `Echo: ${message.text}` });
  };
  await inStudio(site, { emulator: { webhook } }, async ({ page, phone, wire, bot }) => {
    await bot.setWebhook({ url: "http://127.0.0.1:9/hook" });
    await write(phone, "one");
    await article(wire, "one").getByRole("button", { name: /sendMessage “Echo: one” returned/ }).waitFor();
    await write(phone, "fails");
    await article(wire, "fails").getByText("The bot answered: “TypeError: price”").waitFor();
    await write(phone, "behind");
    await page.getByRole("banner").getByText("1 fails, 1 waits").waitFor();
    await assertAccessible(page, "a failure");
    await article(wire, "fails").getByRole("button", { name: "Skip" }).click();
    await waitForText(phone, "Echo: behind");
    await page.getByRole("banner").getByText("Webhook", { exact: true }).waitFor();
  });
});

test("a reload keeps the place, the draft, read marks, times of the day and durations", async () => {
  await inStudio(site, { answer: echo }, async ({ page, phone, wire, emulator, user, chats }) => {
    emulator.chat({ title: "Book club", creator: user, members: [emulator.bot] });
    await chats.getByRole("button", { name: /Book club/ }).click();
    await write(phone, "hello");
    await waitForText(phone, "Echo: hello");
    await phone.getByRole("textbox", { name: /^Message as/ }).fill("a draft");
    const call = article(wire, "hello").getByRole("button", { name: /sendMessage “Echo: hello” 200 \d+ ms/ });
    await call.waitFor();
    const before = await call.innerText();
    await page.reload();
    await phone.getByRole("heading", { name: "Book club" }).waitFor();
    await eventually(() => phone.getByRole("textbox", { name: /^Message as/ }).inputValue(), "a draft");
    assert.equal(await call.innerText(), before);
    await article(wire, "hello").getByText(/^\d\d:\d\d:\d\d$/).waitFor();
    assert.equal(await chats.getByLabel(/unread/).count(), 0, "read marks");
  });
});

test("a message without an answer says why, and many blocks do not make the page scroll", async () => {
  await inStudio(site, { viewport: { width: 1280, height: 720 } }, async ({ page, phone, wire, bot, emulator, user }) => {
    await write(phone, "anyone?");
    await phone.getByText("No answer yet: no bot polls, and no webhook is set.").waitFor();
    for (let number = 0; number < 150; number++) await bot.sendChatAction({ chat_id: user.id, action: "typing" });
    for (let number = 0; number < 300; number++) user.write(`line ${number}.`);
    await bot.getUpdates({});
    await bot.getUpdates({ offset: -1 });
    await eventually(() => wire.getByRole("article").count().then((count) => count > 50), true, "the blocks");
    assert.deepEqual(await page.evaluate(() => [document.documentElement.scrollHeight, document.documentElement.scrollWidth]), [720, 1280]);
    assert.ok((await wire.getByRole("article").count()) < 200, "only blocks near the view are drawn");
    assert.ok(emulator);
  });
});

test("eight windows are all alive, and the events go on when the first one closes", async () => {
  await inStudio(site, { answer: echo }, async ({ page, context, url, phone }) => {
    await phone.waitFor();
    const others = [];
    for (let number = 0; number < 7; number++) {
      const other = await context.newPage();
      await other.goto(`${url}/`);
      await other.getByRole("region", { name: "Phone" }).waitFor();
      others.push(other);
    }
    const last = others.at(-1).getByRole("region", { name: "Phone" });
    await write(last, "from the last window");
    for (const window of [page, ...others]) await waitForText(window.getByRole("region", { name: "Phone" }), "Echo: from the last window");
    await page.close();
    await write(last, "once more");
    for (const window of others) await waitForText(window.getByRole("region", { name: "Phone" }), "Echo: once more");
    for (const window of others) await window.close();
  });
});

for (const [width, height, colorScheme] of [[390, 844, "dark"], [720, 450, "light"], [1100, 700, "light"], [1280, 720, "dark"], [1920, 1080, "light"]]) {
  test(`${width} by ${height}, ${colorScheme}: everything fits, the splitters are remembered`, async () => {
    await inStudio(site, { answer: echo, viewport: { width, height }, colorScheme, ...(width < 700 && { hasTouch: true, isMobile: true }) }, async ({ page, phone, wire }) => {
      await write(phone, "hello, is this a long text that does not fit into a line of the wire?");
      await waitForText(phone, "Echo: hello");
      await phone.getByRole("button", { name: "Actions for this chat" }).click();
      await page.getByRole("menuitem", { name: "Block the bot" }).waitFor();
      await page.keyboard.press("Escape");
      await phone.getByRole("button", { name: "Search this chat" }).click();
      await phone.getByRole("button", { name: "Close the search" }).click();
      const tab = page.getByRole("navigation", { name: "Parts of the studio" }).getByRole("button", { name: "Wire" });
      if (width < 700) await tab.click();
      await wire.getByRole("article", { name: /^message/ }).getByRole("button").first().click();
      await page.getByRole("region", { name: "Detail" }).getByRole("region", { name: "JSON of the update" }).waitFor();
      const size = () => page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
      assert.deepEqual(await size(), [width, height]);
      const wide = () => page.evaluate(() => [...document.querySelectorAll("#app *")].filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > innerWidth + 1 && element.closest(".visually-hidden") === null).map((element) => element.className));
      assert.deepEqual(await wide(), []);
      await assertAccessible(page);
      if (width < 1280) return;
      const splitter = page.getByRole("separator", { name: "Width of the detail" });
      await splitter.focus();
      for (let presses = 0; presses < 3; presses++) await page.keyboard.press("ArrowLeft");
      const widthOf = () => page.getByRole("region", { name: "Detail" }).evaluate((element) => Math.round(element.getBoundingClientRect().width));
      assert.equal(await widthOf(), 468);
      await page.reload();
      await wire.getByRole("article", { name: /^message/ }).getByRole("button").first().click();
      await eventually(widthOf, 468, "the width is remembered");
    });
  });
}
