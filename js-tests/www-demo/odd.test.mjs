// Updates that violate the specification are shown unchanged, and do not prevent others from being shown.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "../support/eventually.mjs";
import { assertAccessible, assertDiscreet, connect, openPage, openSite, raw } from "./support.mjs";

const TOKEN = "987654:token-of-a-bot-with-odd-updates";
const CORS = { "access-control-allow-origin": "*", "access-control-allow-headers": "content-type", "content-type": "application/json" };
const chat = { id: 5, type: "private", first_name: "Ann" };
const deep = JSON.parse(`${'{"d":'.repeat(2000)}1${"}".repeat(2000)}`);

/** The other field next to `update_id`. */
const KINDS = [{}, ...[null, "text", 5, [], deep, { big: "y".repeat(500_000) }].map((odd) => ({ odd })), { message: null }, { callback_query: { id: "1" } }, { inline_query: {} }];
/** Contents of messages. */
const CONTENTS = [
  {}, { text: 7 }, { text: "\u202Eback", entities: [{ type: "new_kind", offset: 0, length: 99 }, { type: "bold", offset: -4, length: 2 }] }, { text: "k", reply_markup: { inline_keyboard: [[], [{ text: "x" }]] } },
  { photo: [] }, { photo: "none" }, { sticker: { file_id: "s" } }, { location: {} }, { venue: {} }, { contact: {} }, { invoice: {} }, { game: {} }, { document: { file_id: "d", file_name: 1 } }, { new_chat_members: [null] },
  { poll: { question: "?" } }, { text: "r", reply_to_message: { message_id: 1, date: 1 } }, { date: 1e300 }, { date: "x" }, { chat: { id: 6, type: "weird", title: 8 } }, { chat: null },
];
const updates = [...KINDS, ...CONTENTS.map((content, index) => ({ message: { message_id: index + 1, date: 1, chat, ...content } })), { message: { message_id: 99, date: 2, chat, text: "after all of them" } }]
  .map((update, index) => ({ update_id: index + 1, ...update }));

/** A service with these answers to getMe, getWebhookInfo and getUpdates. */
const answering = (me, webhook, updates = () => []) =>
  raw((request, response) => {
    if (request.method === "OPTIONS") return void response.writeHead(204, CORS).end();
    request.resume();
    const answer = (result) => response.writeHead(200, CORS).end(JSON.stringify({ ok: true, result }));
    if (request.url.includes("/getMe")) return void answer(me);
    if (request.url.includes("/getWebhookInfo")) return void answer(webhook);
    if (!request.url.includes("/getUpdates")) return void response.writeHead(404, CORS).end();
    const found = updates();
    if (found.length > 0) answer(found);
    else setTimeout(() => answer([]), 400);
  });

let site;
before(async () => void (site = await openSite()));
after(() => site.close());

test("updates of odd shapes are listed, read, and drawn in chats or shown as they came", async () => {
  const all = [...updates];
  const there = await answering({ id: 7, is_bot: true, first_name: "Odd" }, { url: "" }, () => all.splice(0));
  const view = await openPage(site, "#/dashboard/updates");
  const { page } = view;
  await connect(page, there.url, TOKEN);
  await page.getByRole("button", { name: "Receive" }).click();
  await page.getByText(`${updates.length} received`).waitFor();
  await page.getByRole("option", { name: /after all of them/ }).click();
  const details = page.getByRole("region", { name: "The chosen update" });
  for (const { update_id } of [...updates].reverse()) {
    await details.getByText(`#${update_id}`, { exact: true }).waitFor();
    await page.getByLabel("Raw").check({ force: true });
    const isWhole = async () => JSON.stringify(JSON.parse(await page.getByLabel("The update as it came").textContent())) === JSON.stringify(updates[update_id - 1]);
    await eventually(isWhole, true, `the whole of update ${update_id}`);
    await page.getByLabel("Readable").check({ force: true });
    await page.getByRole("listbox").press("ArrowDown");
  }
  await page.goto(`${site.url}#/dashboard/chats`);
  const log = page.getByRole("log");
  await page.getByRole("button", { name: /Ann/ }).click();
  await log.getByText("after all of them").waitFor();
  // Messages without a date or a chat cannot be drawn.
  await eventually(() => log.locator("li[data-message]").count(), CONTENTS.length - 3 + 1, "messages");
  await log.getByText('"text":7').waitFor();
  await assertAccessible(page);
  await page.getByRole("button", { name: /^8/ }).click();
  await eventually(() => log.locator("li[data-message]").count(), 1);
  await assertDiscreet(view, TOKEN);
  await view.context.close();
  await there.close();
});

test("what answers like no service is not a bot, and an answer that cannot be shown leaves the rest of the dashboard", async () => {
  const view = await openPage(site, "#/dashboard/overview");
  const { page } = view;
  const services = [];
  for (const me of [{}, null, true, [], "bot", { id: "7" }]) {
    const there = await answering(me, {});
    services.push(there);
    await connect(page, there.url, TOKEN);
    await page.getByRole("alert").filter({ hasText: "The answer to getMe names no bot." }).waitFor();
    await page.reload();
  }
  const there = await answering({ id: 7, is_bot: true, first_name: "Odd", username: 5 }, { url: 5, allowed_updates: 5 });
  await connect(page, there.url, TOKEN);
  await page.getByRole("alert").filter({ hasText: "The response cannot be shown here" }).waitFor();
  await assertAccessible(page);
  await page.getByRole("link", { name: "Log" }).click();
  await page.getByRole("button", { name: /getWebhookInfo/ }).click();
  await page.getByRole("region", { name: "Answer" }).getByText('"allowed_updates"').waitFor();
  await page.getByRole("link", { name: "Updates" }).click();
  await page.getByRole("button", { name: "Receive" }).waitFor();
  await assertDiscreet(view, TOKEN);
  await view.context.close();
  for (const { close } of [there, ...services]) await close();
});
