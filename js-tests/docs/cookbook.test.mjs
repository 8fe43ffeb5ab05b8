// Runs each recipe of the cookbook as shown, against the emulator.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { transform } from "esbuild";
import { Bot, createWebhookHandler } from "botwire";
import { createEmulator } from "botwire/emulator";
import { delivery } from "../support/deliveries.mjs";
import { blocks } from "./blocks.mjs";
import { project, put } from "./project.mjs";

const folder = project("cookbook");
const recipes = blocks("ts").filter(({ page }) => ["docs/guide/cookbook.md", "docs/guide/menus.md"].includes(page));

/** The module of the only recipe with that text. */
async function recipe(text) {
  const found = recipes.filter(({ code }) => code.includes(text));
  assert.equal(found.length, 1, text);
  const { code } = await transform(found[0].code, { loader: "ts", format: "esm", target: "es2022" });
  return import(pathToFileURL(put(folder, `recipe-${found[0].line}.mjs`, code)).href);
}

/** An emulator that delivers to the handler. */
async function served(t, handler, options = {}) {
  const emulator = createEmulator();
  t.after(() => emulator.close());
  const bot = new Bot({ baseUrl: emulator.baseUrl, token: emulator.token, fetch: emulator.fetch });
  const webhook = createWebhookHandler({ bot, path: "/hook", ...options }, handler);
  emulator.webhook = webhook;
  await bot.setWebhook({ url: "https://bot.example/hook" });
  const talk = async (user, text, where = {}) => {
    user.write(text, where);
    return (await user.nextMessage(where)).text;
  };
  return { emulator, bot, talk };
}

/** Returns the console output during a run. */
async function printed(t, run) {
  const lines = [];
  t.mock.method(console, "log", (...words) => void lines.push(words.join(" ")));
  await run();
  return lines;
}

test("two bots have a path each and one store", async () => {
  const { default: program } = await recipe("SHOP_TOKEN");
  const env = { SERVICE: "https://service.example", SHOP_TOKEN: "1:shop", SHOP_PATH: "/hook/shop-3f9a", NEWS_TOKEN: "2:news", NEWS_PATH: "/hook/news-77c1" };
  const deliver = async (path) => {
    const message = { message_id: 1, date: 1, chat: { id: 5, type: "private" }, text: "Hello" };
    const response = await program.fetch(delivery({ update_id: 1, message }, { path }), env);
    return response.status === 200 ? (await response.json()).text : response.status;
  };
  assert.equal(await deliver("/hook/shop-3f9a"), "Welcome to the shop");
  assert.equal(await deliver("/hook/news-77c1"), "No news today");
  assert.equal(await deliver("/hook/other"), 404);
});

test("the polite bot retries after a 429", async (t) => {
  const { politeBot } = await recipe("politeBot");
  const emulator = createEmulator();
  t.after(() => emulator.close());
  t.mock.method(globalThis, "fetch", emulator.fetch);
  emulator.fault({ kind: "rate_limit", retry_after: 0, times: 1 });
  assert.equal((await politeBot(emulator.baseUrl, emulator.token).getMe()).is_bot, true);
});

test("a user who writes too much is ignored for a while", async (t) => {
  const { handler } = await recipe("usersLimit({");
  const { emulator, talk } = await served(t, handler);
  const [alice, bob] = [emulator.user(), emulator.user()];
  for (let count = 0; count < 3; count += 1) assert.equal(await talk(alice, "a"), "Noted");
  alice.write("a");
  await emulator.settle();
  assert.equal(alice.messages().filter(({ text }) => text === "Noted").length, 3);
  assert.equal(await talk(bob, "b"), "Noted");
});

test("the bot knows its own name, and asks once", async (t) => {
  const { handler } = await recipe("await me(bot)");
  const { emulator, talk } = await served(t, handler);
  const alice = emulator.user();
  for (const code of ["a", "b"]) assert.equal(await talk(alice, `/invite ${code}`), `Open @${emulator.bot.username} and send /start ${code}`);
  assert.equal(emulator.log().filter(({ method }) => method === "getMe").length, 1);
});

test("a long text comes in parts, whole", async (t) => {
  const { handler } = await recipe("split(html");
  const { emulator } = await served(t, handler);
  const alice = emulator.user();
  alice.write("/terms");
  await emulator.settle();
  const parts = alice.messages().slice(1).map(({ text }) => text);
  assert.ok(parts.length === 2 && parts.every((text) => text.length <= 4096), String(parts.length));
  assert.equal(parts.join("\n").split("\n").at(-1), "300. Be kind & patient.");
  assert.equal(parts.join("\n").split("\n").length, 301);
});

test("tracing prints how each call ended", async (t) => {
  const { tracedBot } = await recipe("const traced");
  const emulator = createEmulator();
  t.after(() => emulator.close());
  t.mock.method(globalThis, "fetch", emulator.fetch);
  const bot = tracedBot(emulator.baseUrl, emulator.token);
  const lines = await printed(t, async () => {
    await bot.getMe();
    await assert.rejects(bot.getChat({ chat_id: 404 }));
  });
  assert.deepEqual(lines.map((line) => JSON.parse(line)).map(({ method, outcome }) => [method, outcome]), [["getMe", "ok"], ["getChat", "api"]]);
});

test("reminders are sent once, and not to those who blocked the bot", async (t) => {
  const { sendDue } = await recipe("interface Reminders");
  const { emulator, bot } = await served(t, () => undefined);
  const [alice, bob] = [emulator.user(), emulator.user()];
  for (const user of [alice, bob]) user.write("Hi");
  bob.block();
  const stored = new Map([alice, bob].map(({ id }) => [id, { id, chat_id: id, text: "Tea!", due: 1000 }]));
  const reminders = { dueBefore: async (time) => [...stored.values()].filter(({ due }) => due <= time), remove: async (id) => stored.delete(id) };
  await sendDue(bot, reminders, 999);
  assert.equal(stored.size, 2);
  await Promise.all([sendDue(bot, reminders, 1000), sendDue(bot, reminders, 1000)]);
  assert.deepEqual([stored.size, alice.messages().filter(({ text }) => text === "Tea!").length], [0, 1]);
});

test("only administrators ban", async (t) => {
  const { handler } = await recipe("byAdmins(async");
  const { emulator } = await served(t, handler);
  const [boss, bob, eve] = [emulator.user(), emulator.user({ first_name: "Bob" }), emulator.user()];
  const group = emulator.chat({ type: "supergroup", creator: boss, members: [bob, eve], administrators: [emulator.bot] });
  const { message_id } = bob.write("spam", { chat: group });
  const say = async (user, where) => {
    user.write("/ban", { chat: group, ...where });
    await emulator.settle();
    return boss.messages({ chat: group }).at(-1).text;
  };
  assert.match(await say(boss, {}), /^Reply to a message/);
  assert.equal(await say(eve, { reply_to_message_id: message_id }), "Only administrators can do this.");
  assert.equal(await say(boss, { reply_to_message_id: message_id }), "Bob is banned.");
});

test("a new member writes after a press on their own button", async (t) => {
  const { handler } = await recipe("const isHuman");
  const { emulator, bot } = await served(t, handler);
  const [boss, bob, eve] = [emulator.user(), emulator.user({ first_name: "Bob" }), emulator.user()];
  const group = emulator.chat({ type: "supergroup", creator: boss, members: [eve], administrators: [emulator.bot] });
  bob.join(group);
  await emulator.settle();
  const last = () => boss.messages({ chat: group }).at(-1).text;
  const status = async () => (await bot.getChatMember({ chat_id: group.id, user_id: bob.id })).status;
  assert.deepEqual([last(), await status()], ["Bob, are you human?", "restricted"]);
  assert.equal((await eve.press("Yes", { chat: group }).answer()).text, "This button is for somebody else.");
  assert.equal(await status(), "restricted");
  bob.press("Yes", { chat: group });
  await emulator.settle();
  assert.deepEqual([last(), await status()], ["Welcome, Bob!", "member"]);
});

test("every recipe is one that is run here", () => {
  assert.equal(recipes.length, 10);
});

test("a menu has pages, a way back, and a question before it deletes", async (t) => {
  const { handler } = await recipe("const PER_PAGE");
  const { emulator, talk } = await served(t, handler);
  const alice = emulator.user({ first_name: "Alice" });
  assert.equal(await talk(alice, "/notes"), "Your notes, page 1 of 3");
  const labels = () => alice.messages().at(-1).reply_markup.inline_keyboard.flat().map(({ text }) => text);
  const press = async (label) => {
    const { text } = await alice.press(label).answer();
    await emulator.settle();
    return [text, alice.messages().at(-1).text];
  };
  assert.deepEqual(labels(), ["Note 1", "Note 2", "Note 3", "Later ›"]);
  assert.deepEqual(await press("Later ›"), [undefined, "Your notes, page 2 of 3"]);
  assert.deepEqual(labels(), ["Note 4", "Note 5", "Note 6", "‹ Earlier", "Later ›"]);
  assert.deepEqual(await press("Note 5"), [undefined, "Note 5"]);
  assert.deepEqual(await press("‹ Back"), [undefined, "Your notes, page 2 of 3"]);
  await press("Later ›");
  await press("Note 7");
  assert.deepEqual(await press("Delete"), [undefined, "Delete “Note 7”?"]);
  assert.deepEqual(await press("No"), [undefined, "Note 7"]);
  await press("Delete");
  // The page that has become empty is not shown.
  assert.deepEqual(await press("Yes, delete"), ["Deleted.", "Your notes, page 2 of 2"]);
  assert.equal(alice.messages().filter(({ text }) => text.startsWith("Your notes")).length, 1);
  // The button of an older menu.
  await talk(alice, "/notes");
  const [older] = alice.messages().filter(({ text }) => text.startsWith("Your notes"));
  for (const label of ["Later ›", "Note 4", "Delete", "Yes, delete"]) await press(label);
  const { text } = await alice.press("Note 4", { message_id: older.message_id }).answer();
  assert.equal(text, "It is gone.");
});
