// The studio's people, chats and controls: members, names, removal, albums, files, faults by scope, the clock, snapshots, the wire.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { createEmulator } from "botwire/emulator";
import { eventually } from "../support/eventually.mjs";
import { waitForText, write } from "./playground.mjs";
import { inStudio, openStudio } from "./studio.mjs";
import { assertAccessible, openSite } from "./support.mjs";

let site;
before(async () => void (site = await openSite()));
after(() => site.close());

const HOSTILE = "<img src=x onerror=alert(1)> \u202Elive\u202C \u200B& שלום";
const PICTURE = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const echo = ({ chat, text }) => text && { method: "sendMessage", chat_id: chat.id, text: `Echo: ${text}` };

const withStudio = (options, use) => inStudio(site, options, use);

test("a user is renamed and removed, a supergroup has members that are promoted, restricted and removed; hostile names are text", () =>
  withStudio({}, async ({ page, emulator, phone, users, chats, user, choose }) => {
    const bob = emulator.user({ first_name: "Bob" });
    await users.getByRole("button", { name: "Actions for Bob" }).click();
    await choose(/^Name, photo/);
    await page.getByRole("textbox", { name: "First name" }).fill(HOSTILE);
    await page.getByRole("textbox", { name: "Username" }).fill("@bob_1");
    await page.getByRole("button", { name: "Save" }).click();
    await users.getByText(HOSTILE).waitFor();
    assert.equal(emulator.act("users").find(({ id }) => id === bob.id).username, "bob_1");
    await page.getByRole("button", { name: "Add a chat", exact: true }).click();
    await page.getByLabel("Kind of a new chat").selectOption("supergroup");
    await page.getByRole("textbox", { name: "Title of a new chat" }).fill(HOSTILE);
    await page.getByRole("button", { name: "Add chat" }).click();
    await phone.getByRole("heading", { name: HOSTILE }).waitFor();
    await phone.getByRole("button", { name: "Actions for this chat" }).click();
    await choose("Name and members…");
    const about = page.getByRole("dialog");
    const carol = emulator.user({ first_name: "Carol" });
    await about.getByRole("group", { name: "Add to this chat" }).getByRole("button").click();
    await about.getByRole("listitem").filter({ hasText: "Carol" }).getByText("member", { exact: true }).waitFor();
    emulator.act("remove_user", { user: carol.id });
    const row = about.getByRole("listitem").filter({ hasText: HOSTILE });
    const change = async (way, status) => {
      await row.getByRole("button").click();
      await choose(way);
      await row.getByText(status, { exact: true }).waitFor();
    };
    await row.waitFor();
    await change("Promote to administrator", "administrator");
    await change("Make an ordinary member", "member");
    await change("Restrict: only read", "restricted");
    await change("Lift the restriction", "member");
    await change("Remove", "kicked");
    await assertAccessible(page);
    await about.getByRole("button", { name: /^Remove this supergroup/ }).click();
    await eventually(() => chats.getByRole("listitem").count(), 1, "the chat is gone");
    await phone.getByRole("heading", { name: emulator.bot.first_name }).waitFor();
    await users.getByRole("button", { name: /^Actions for <img/ }).click();
    await choose(/^Name, photo/);
    await page.getByRole("dialog").getByRole("button", { name: /^Remove/ }).click();
    await eventually(() => emulator.act("users").map(({ id }) => id), [user.id], "the user is gone");
    assert.equal(await page.locator("#app img[src=x]").count(), 0);
  }));

test("an author of a channel edits and deletes a post; a restricted user cannot write; a venue is sent", () =>
  withStudio({}, async ({ page, emulator, phone, chats, user, choose }) => {
    const channel = emulator.chat({ type: "channel", title: "News", creator: user, administrators: [emulator.bot] });
    await chats.getByRole("button", { name: /News/ }).click();
    await phone.getByRole("heading", { name: "News" }).waitFor();
    await write(phone, "first post");
    const post = phone.getByRole("log").locator("[data-message]", { hasText: "first post" });
    await post.getByRole("button", { name: /^Actions/ }).click();
    await choose("Edit");
    await phone.getByRole("textbox").fill("edited post");
    await phone.getByRole("button", { name: "Save" }).click();
    await phone.getByRole("log").getByText("edited post").waitFor();
    await phone.getByRole("button", { name: "Actions for “edited post”" }).click();
    await choose("Delete");
    await eventually(() => phone.getByText("edited post").count(), 0, "the post is deleted");
    const bob = emulator.user({ first_name: "Bob" });
    const group = emulator.chat({ type: "supergroup", title: "Book club", creator: user, members: [bob, emulator.bot] });
    emulator.act("restrict", { chat: group.id, member: bob.id, can_send_messages: false });
    await chats.getByRole("button", { name: /Book club/ }).click();
    await phone.getByRole("button", { name: "Attach" }).click();
    await choose(/^A place/);
    const place = page.getByRole("dialog", { name: "Send a place" });
    await place.getByLabel("Title, for a venue").fill("Brandenburg Gate");
    await place.getByLabel("Address").fill("Pariser Platz, Berlin");
    await place.getByRole("button", { name: "Send", exact: true }).click();
    await phone.getByRole("log").getByText("Brandenburg Gate").waitFor();
    await page.getByRole("list", { name: "Users" }).getByRole("button", { name: /Bob/ }).first().click();
    await phone.getByText("You may only read here: you are restricted.").waitFor();
    assert.ok(channel);
  }));

test("two users in two windows see each other's messages in a group, with unread counts", () =>
  withStudio({}, async ({ emulator, page, context, phone, user, url }) => {
    const bob = emulator.user({ first_name: "Bob" });
    const group = emulator.chat({ title: "Book club", creator: user, members: [bob, emulator.bot] });
    const other = await context.newPage();
    await other.goto(`${url}/#user=${bob.id}&chat=${group.id}`);
    const phoneOfBob = other.getByRole("region", { name: "Phone" });
    await phoneOfBob.getByRole("textbox", { name: "Message as Bob" }).fill("hello from Bob");
    await phoneOfBob.getByRole("textbox").press("Enter");
    await page.getByRole("list", { name: "Chats" }).getByLabel("1 unread").waitFor();
    await page.getByRole("list", { name: "Chats" }).getByRole("button", { name: /Book club/ }).click();
    await waitForText(phone, "hello from Bob");
    await write(phone, "hello from Alice");
    await waitForText(phoneOfBob, "hello from Alice");
  }));

test("files that are dropped: pictures become an album, a sound plays, a video of the emulator has its place", () =>
  withStudio({}, async ({ page, phone, emulator, user }) => {
    const drop = async (files) => {
      const transfer = await page.evaluateHandle((files) => {
        const transfer = new DataTransfer();
        for (const { name, type, data } of files) transfer.items.add(new File([Uint8Array.from(data)], name, { type }));
        return transfer;
      }, files);
      await phone.dispatchEvent("drop", { dataTransfer: transfer });
    };
    await drop(["a.png", "b.png", "c.png"].map((name) => ({ name, type: "image/png", data: [...PICTURE] })));
    await eventually(() => emulator.act("messages", { user: user.id }).filter(({ photo }) => photo).length, 3, "three photos");
    assert.equal(new Set(emulator.act("messages", { user: user.id }).map(({ media_group_id }) => media_group_id)).size, 1);
    await eventually(() => phone.locator(".chat-album img").evaluateAll((all) => all.map(({ naturalWidth }) => naturalWidth)), [1, 1, 1], "an album");
    await phone.getByRole("button", { name: "Attach" }).click();
    await page.getByRole("menuitem", { name: "A voice message" }).click();
    const sound = phone.locator("audio");
    await sound.evaluate((audio) => (audio.muted = true, audio.play()));
    await eventually(() => sound.evaluate(({ duration }) => Math.round(duration)), 1, "a second of sound");
    await phone.getByRole("button", { name: "Attach" }).click();
    await page.getByRole("menuitem", { name: /^My live location/ }).click();
    await phone.getByText("52.5163, 13.3777").waitFor();
    await phone.getByRole("button", { name: /^Actions for “Location/ }).click();
    await page.getByRole("menuitem", { name: "Move 100 m north" }).click();
    await phone.getByText("52.5172, 13.3777").waitFor();
  }));

test("faults are limited to a method and a chat, other windows show them, and they are taken back", () =>
  withStudio({ answer: echo }, async ({ page, emulator, phone, user, wire, url }) => {
    const openFaults = () => page.getByRole("banner").getByRole("button", { name: /^Faults/ }).click();
    await openFaults();
    await page.getByText("Only for …").click();
    await page.getByRole("textbox", { name: "Method", exact: true }).fill("sendPhoto");
    await page.getByRole("spinbutton", { name: "Times" }).fill("5");
    await page.getByRole("group", { name: "Faults of the service" }).getByRole("button", { name: "Error (500)" }).click();
    await page.getByRole("list", { name: "Faults that are set" }).getByText("Error (500) of sendPhoto, 5×").waitFor();
    assert.deepEqual(emulator.act("faults").map(({ kind, method, times }) => [kind, method, times]), [["error", "sendPhoto", 5]]);
    await write(phone, "not struck");
    await waitForText(phone, "Echo: not struck");
    const other = await openStudio(site.browser, url);
    await other.page.getByRole("banner").getByRole("button", { name: "Faults 1 armed" }).click();
    await other.page.getByRole("button", { name: /^Take back: Error/ }).click();
    await eventually(() => page.getByRole("list", { name: "Faults that are set" }).count(), 0, "it is taken back in both");
    await other.context.close();
    await openFaults();
    await page.getByText("Only for …").click();
    await page.getByRole("textbox", { name: "Method", exact: true }).fill("nonsense");
    await page.getByRole("group", { name: "Faults of the service" }).getByRole("button", { name: "Drop", exact: true }).click();
    await page.getByText(/nonsense/).last().waitFor();
    assert.equal(emulator.act("faults").length, 0);
    assert.ok(user && (await wire.count()));
  }));

test("the clock stops and goes on, and a snapshot is gone back to", () =>
  withStudio({}, async ({ page, emulator, phone, user, inMenu }) => {
    await write(phone, "before");
    await inMenu(/^Take a snapshot/);
    await phone.getByText(/^Snapshot of .* taken/).waitFor();
    await inMenu("Stop the clock");
    await page.getByRole("button", { name: "Stop the clock", pressed: true }).waitFor();
    await page.keyboard.press("Escape");
    const stopped = emulator.clock.now();
    await write(phone, "after");
    await phone.getByText("after", { exact: true }).waitFor();
    assert.equal(emulator.act("messages", { user: user.id }).length, 2);
    assert.equal(emulator.clock.now(), stopped);
    await inMenu(/^Go back to/);
    await eventually(() => phone.getByText("after", { exact: true }).count(), 0, "the message after the snapshot is gone");
    await phone.getByText("before", { exact: true }).waitFor();
  }));

test("what is copied of the wire runs: a call as JavaScript, as curl and as a test, a delivery as curl and as a test; a delivery is made again", async () => {
  const received = [];
  const webhook = async (request) => {
    const { message } = await request.json();
    received.push(message.text);
    return Response.json({ method: "sendMessage", chat_id: message.chat.id, text: `Echo: ${message.text}` });
  };
  await withStudio({ emulator: { webhook }, permissions: ["clipboard-read", "clipboard-write"] }, async ({ page, emulator, bot, user, phone, wire, url, token }) => {
    await bot.setWebhook({ url: "http://127.0.0.1:9/hook" });
    await bot.sendMessage({ chat_id: user.id, text: "it's \"quoted\" $HOME" });
    await write(phone, "hello");
    await waitForText(phone, "Echo: hello");
    const details = page.getByRole("region", { name: "Detail" });
    const copied = async (entry, way) => {
      await wire.getByRole("button", { name: entry }).first().click();
      await details.getByRole("button", { name: way, exact: true }).click();
      await details.getByText("Copied").waitFor();
      const text = await page.evaluate(() => navigator.clipboard.readText());
      assert.ok(!text.includes(token));
      // So that the next copy says so anew.
      await details.getByText("Copied").waitFor({ state: "hidden" });
      return text;
    };
    const env = { ...process.env, BASE_URL: url, BOT_TOKEN: token };
    const sent = () => emulator.act("messages", { user: user.id }).filter(({ text }) => text === "it's \"quoted\" $HOME").length;
    await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", await copied(/sendMessage/, "JavaScript")], { cwd: import.meta.dirname, env });
    assert.equal(sent(), 2);
    await promisify(execFile)("sh", ["-c", await copied(/sendMessage/, "curl")], { env });
    assert.equal(sent(), 3);
    await passes(await copied(/sendMessage/, "test"));
    const delivery = /message Alice “hello”/;
    await passes(await copied(delivery, "test"));
    // To an address that nothing listens on; the emulator's own webhook is a function.
    assert.match(await copied(delivery, "curl"), /^curl 'http:\/\/127\.0\.0\.1:9\/hook' [^]*"text":"hello"/);
    await details.getByRole("button", { name: "Deliver again" }).click();
    await eventually(() => received, ["hello", "hello"], "the second delivery");
  });
});

const BOT = `export const handler = async (request) => {
  const { message } = await request.json();
  return Response.json({ method: "sendMessage", chat_id: message.chat.id, text: \`Echo: \${message.text}\` });
};
`;

/** Runs a copied test with the installed package and a bot. */
async function passes(code) {
  const folder = join(import.meta.dirname, "copied");
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(join(folder, "bot.js"), BOT);
    await writeFile(join(folder, "copied.mjs"), code);
    await promisify(execFile)(process.execPath, ["--test", join(folder, "copied.mjs")], { env: { ...process.env, NODE_TEST_CONTEXT: undefined, BOT_TOKEN: "77:copied" } });
  } catch (error) {
    assert.fail(`${code}\n${error.stdout}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("a connection that was cut misses nothing", () =>
  withStudio({}, async ({ page, context, emulator, phone, user }) => {
    await write(phone, "first");
    await phone.getByText("first", { exact: true }).waitFor();
    await context.setOffline(true);
    user.write("while it was away");
    await context.setOffline(false);
    await phone.getByText("while it was away").waitFor();
    const numbers = await phone.locator("[data-message]").evaluateAll((all) => all.map(({ dataset }) => dataset.message));
    assert.deepEqual(numbers, emulator.act("messages", { user: user.id }).map(({ message_id }) => String(message_id)));
    assert.ok(page);
  }));

test("a long chat is drawn in parts: up to its beginning, and back to the latest message", () =>
  withStudio({}, async ({ emulator, bot, phone, user, page }) => {
    for (let number = 1; number <= 600; number += 1) user.write(`line ${number}.`);
    await phone.getByText("line 600.").waitFor();
    const log = phone.getByRole("log");
    assert.ok((await log.locator("[data-message]").count()) < 300);
    for (let tries = 0; tries < 60 && (await phone.getByText("line 1.", { exact: true }).count()) === 0; tries += 1) {
      await log.evaluate((box) => new Promise((done) => (box.scrollTop = 0, requestAnimationFrame(() => requestAnimationFrame(done)))));
    }
    await phone.getByText("line 1.", { exact: true }).waitFor();
    await bot.sendMessage({ chat_id: user.id, text: "line 601." });
    await page.getByRole("button", { name: "Latest messages" }).click();
    await phone.getByText("line 601.").waitFor();
    await log.evaluate((box) => new Promise((done) => (box.scrollTop = 0, requestAnimationFrame(() => requestAnimationFrame(done)))));
    await write(phone, "my own message");
    await phone.getByText("my own message").waitFor();
    await eventually(() => log.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight < 5), true, "the end is in view");
    assert.ok(emulator);
  }));

test("the result of a method is fixed, kept in the state, and released", () =>
  withStudio({}, async ({ page, emulator, url, token }) => {
    const call = async () => (await (await fetch(`${url}/bot${token}/sendPaidMedia`)).json()).result;
    await page.getByRole("banner").getByRole("button", { name: /^Bot / }).click();
    await page.getByLabel("Fix the result of a method").fill("sendPaidMedia");
    await page.getByLabel("Its result, as JSON").fill('{"message_id":');
    await page.getByRole("button", { name: "Fix result" }).click();
    await page.getByRole("alert").getByText("JSON").waitFor();
    await page.getByLabel("Its result, as JSON").fill('{"message_id": 7}');
    await page.getByRole("button", { name: "Fix result" }).click();
    const fixed = page.getByRole("list", { name: "Fixed results" });
    await fixed.getByText('sendPaidMedia: {"message_id":7}').waitFor();
    assert.deepEqual(await call(), { message_id: 7 });
    const saved = emulator.save();
    await fixed.getByRole("button", { name: "Remove the result of sendPaidMedia" }).click();
    await eventually(() => fixed.getByRole("listitem").count(), 0);
    assert.equal(await call(), undefined);
    const restored = createEmulator({ snapshot: saved });
    const response = await restored.fetch(`${restored.baseUrl}/bot${token}/sendPaidMedia`);
    assert.deepEqual((await response.json()).result, { message_id: 7 });
    restored.close();
    await assertAccessible(page);
  }));
