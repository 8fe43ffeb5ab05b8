// The page on what the interface of 2018 does not have: each row by the specification, and its recipes against the emulator.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { transform } from "esbuild";
import * as botwire from "botwire";
import { createEmulator } from "botwire/emulator";
import { methods, types, updateKinds } from "../support/spec.mjs";
import { root } from "../support/target.mjs";
import { blocks } from "./blocks.mjs";
import { project, put } from "./project.mjs";

const { Bot, createWebhookHandler, on } = botwire;
const PAGE = "docs/guide/what-2018-lacks.md";
const text = readFileSync(join(root, PAGE), "utf8");

const spans = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
/** The rows below a heading: the later names, without the method or parameter to which they belong, and the names of the replacement. */
function rows(heading) {
  const [, section] = text.split(`## ${heading}\n`);
  const all = [...section.split("\n## ")[0].matchAll(/^\| (?!---|Later)(.*?) \| (.*?) \|$/gm)];
  assert.ok(all.length > 8, heading);
  return all.map(([, later, instead]) => ({ later: spans(later.split(/ of | as /)[0]), instead: spans(instead) }));
}

const parameters = new Set(Object.values(methods).flatMap(({ params }) => Object.keys(params)));
const fields = new Set([...Object.values(types).flatMap(({ fields = {} }) => Object.keys(fields)), ...updateKinds]);
/** The fields of a message and its parts. A game has an `animation`, and a message has none. */
const messageFields = new Set([
  ...updateKinds,
  ...["Message", "User", "Chat", "InlineKeyboardButton", "KeyboardButton", "ReplyKeyboardMarkup", "Document"].flatMap((type) => Object.keys(types[type].fields)),
]);

test("the service of 2018 has none of the methods, and later ones are all on the page", async () => {
  const listed = rows("Methods").flatMap(({ later }) => later);
  assert.equal(new Set(listed).size, listed.length);
  const emulator = createEmulator();
  const bot = new Bot({ baseUrl: emulator.baseUrl, token: emulator.token, fetch: emulator.fetch });
  for (const method of listed) await assert.rejects(bot.call(method, {}), { kind: "api", error_code: 404 }, method);
  emulator.close();
  const source = (file) => readFileSync(join(root, "src/emulator/compat", file), "utf8");
  const [, later] = source("methods.rs").split("const LATER");
  const known = [...later.split("];")[0].matchAll(/^ {4}\("(\w+)"/gm)].map(([, name]) => name);
  assert.ok(known.length > 60);
  assert.deepEqual([...known, "banChatMember", "getChatMemberCount"].filter((name) => !listed.includes(name)), []);
});

test("the interface of 2018 has none of the parameters and fields", () => {
  assert.deepEqual(rows("Parameters").flatMap(({ later }) => later).filter((name) => parameters.has(name)), []);
  assert.deepEqual(rows("Messages and updates").flatMap(({ later }) => later).filter((name) => messageFields.has(name)), []);
});

test("each replacement exists", () => {
  const exists = (name) => name in methods || parameters.has(name) || fields.has(name) || name in botwire || name === "/help";
  const replacements = ["Methods", "Parameters", "Messages and updates"].flatMap(rows).flatMap(({ instead }) => instead);
  assert.ok(replacements.length > 50);
  assert.deepEqual(replacements.filter((name) => !exists(name)), []);
});

const recipes = blocks("ts").filter(({ page }) => page === PAGE);
const folder = project("what-2018-lacks");
async function recipe(name) {
  const found = recipes.filter(({ code }) => code.includes(name));
  assert.equal(found.length, 1, name);
  const { code } = await transform(found[0].code, { loader: "ts", format: "esm", target: "es2022" });
  return import(pathToFileURL(put(folder, `recipe-${found[0].line}.mjs`, code)).href);
}

async function served(t, handler) {
  const emulator = createEmulator();
  t.after(() => emulator.close());
  const bot = new Bot({ baseUrl: emulator.baseUrl, token: emulator.token, fetch: emulator.fetch });
  emulator.webhook = createWebhookHandler({ bot, path: "/hook", onError: (error) => assert.fail(error) }, handler);
  await bot.setWebhook({ url: "https://bot.example/hook" });
  return { emulator, bot };
}

test("a copy has the content, and not the sender", async (t) => {
  const { copy } = await recipe("function copy");
  const copied = [];
  let to;
  const { emulator } = await served(t, on({ message: async (message, { bot }) => void copied.push(await copy(bot, to, message)) }));
  const [alice, bob] = [emulator.user(), emulator.user()];
  to = bob.id;
  bob.write("/start");
  await emulator.settle();
  copied.length = 0;
  alice.write("hello");
  await alice.send({ data: new Uint8Array(10), name: "a.png", type: "image/png" }, { caption: "look" });
  await alice.send({ data: new Uint8Array(10), name: "a.pdf", type: "application/pdf" });
  await emulator.settle();
  assert.deepEqual(copied.map(({ text, caption, forward_from }) => [text ?? caption, forward_from]), [["hello", undefined], ["look", undefined], [undefined, undefined]]);
  assert.ok(copied[1].photo && copied[2].document);
});

test("a poll counts each member once, and a changed mind", async (t) => {
  const { handler } = await recipe("const vote =");
  const { emulator } = await served(t, handler);
  const [alice, bob] = [emulator.user(), emulator.user()];
  const group = emulator.chat({ type: "group", creator: alice, members: [bob], administrators: [emulator.bot] });
  alice.write("/poll", { chat: group });
  await emulator.settle();
  const { message_id } = group.messages().at(-1);
  const buttons = () => group.messages().find((message) => message.message_id === message_id).reply_markup.inline_keyboard[0].map(({ text }) => text);
  assert.deepEqual(buttons(), ["Tea (0)", "Coffee (0)"]);
  for (const [user, at, expected, answer] of [
    [alice, 0, ["Tea (1)", "Coffee (0)"], "Thank you"],
    [bob, 0, ["Tea (2)", "Coffee (0)"], "Thank you"],
    [bob, 0, ["Tea (2)", "Coffee (0)"], "You have voted for this."],
    [bob, 1, ["Tea (1)", "Coffee (1)"], "Thank you"],
  ]) {
    const press = user.press([0, at], { chat: group, message_id });
    assert.equal((await press.answer()).text, answer);
    await emulator.settle();
    assert.deepEqual(buttons(), expected);
  }
});

test("the help lists the command", async (t) => {
  const { handler } = await recipe("helpOf(routes)");
  const { emulator } = await served(t, handler);
  const alice = emulator.user();
  alice.write("/help");
  assert.match((await alice.nextMessage()).text, /\/stock.*Shows what is left/);
});
