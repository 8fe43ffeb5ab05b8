// The blocks of docs/guide/sessions.md with two users: each has a separate session, with buttons too.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "node:test";
import { Bot, createWebhookHandler, memoryStore } from "botwire";
import { createEmulator } from "botwire/emulator";
import { transform } from "esbuild";
import { delivery, PATH } from "../support/deliveries.mjs";
import { root } from "../support/target.mjs";
import { blocksOf } from "./blocks.mjs";
import { project, put } from "./project.mjs";

const PAGE = "docs/guide/sessions.md";
const folder = project("sessions");
const all = blocksOf(PAGE, readFileSync(join(root, PAGE), "utf8")).filter(({ language }) => language === "ts");

/** The module of that code in TypeScript. */
async function load(name, text) {
  const { code } = await transform(text, { loader: "ts", format: "esm", target: "es2022" });
  return import(pathToFileURL(put(folder, `${name}.mjs`, code)));
}

/** The code of the block that contains this text. */
function block(text) {
  const found = all.find(({ code }) => code.includes(text));
  assert.ok(found, `no block with ${text}`);
  return found.code;
}

/** An emulator with that handler as its bot, and two users. */
async function conversation(handler) {
  const emulator = createEmulator();
  const options = { baseUrl: emulator.baseUrl, token: emulator.token, fetch: emulator.fetch };
  const webhook = createWebhookHandler({ ...options, path: "/hook" }, handler);
  emulator.webhook = (request) => webhook(request);
  await new Bot(options).setWebhook({ url: "https://bot.example/hook" });
  return { emulator, users: [emulator.user({ id: 42, first_name: "Alice" }), emulator.user({ id: 43, first_name: "Bob" })] };
}

test("a session is counted for each user, and a button has that of its chat", async () => {
  const code = block("Message ${++session.count}").replace("createWebhookHandler(", "((_options, handle) => handle)(");
  const { handler } = await load("counter", code);
  const { emulator, users: [alice, bob] } = await conversation(handler);
  for (const [user, texts] of [[alice, ["Message 1", "Message 2"]], [bob, ["Message 1"]]]) {
    for (const text of texts) {
      user.write("hello");
      assert.equal((await user.nextMessage()).text, text);
    }
  }
  emulator.close();
});

test("in memory: a button resets the count of its chat, and of no other", async () => {
  put(folder, "options.mjs", `export const options = { baseUrl: "https://service.example", token: "1:a", path: "/hook" };`);
  const text = readFileSync(join(root, "docs/samples/sessions.ts"), "utf8");
  const { handler } = await load("sample", text.replace('"./options"', '"./options.mjs"'));
  const { emulator, users } = await conversation(handler);
  const next = async (user) => (user.write("hello"), (await user.nextMessage()).text);
  for (const user of users) assert.deepEqual([await next(user), await next(user)], ["Message 1", "Message 2"]);
  await users[0].press("Start over").answer();
  assert.deepEqual([await next(users[0]), await next(users[1])], ["Message 1", "Message 3"]);
  emulator.close();
});

test("the middleware lets only the messages and buttons of its users pass, and measures the time", async (t) => {
  const lines = [];
  t.mock.method(console, "log", (...parts) => void lines.push(parts.join(" ")));
  const { handler } = await load("middleware", block("const onlyFor"));
  const webhook = createWebhookHandler({ baseUrl: "https://service.example", token: "1:a", path: PATH, store: false }, handler);
  const deliver = async (update) => {
    const response = await webhook(delivery({ update_id: 1, ...update }));
    assert.equal(response.status, 200);
    const text = await response.text();
    return text && JSON.parse(text).method;
  };
  const user = (id) => ({ id, is_bot: false, first_name: "A" });
  const message = { message_id: 1, date: 1, chat: { id: -5, type: "group", title: "G" }, text: "hi" };
  const write = (id) => deliver({ message: { ...message, from: user(id) } });
  const press = (id) => deliver({ callback_query: { id: "q", chat_instance: "i", data: "x", from: user(id), message } });
  assert.deepEqual([await write(42), await press(42)], ["sendMessage", "answerCallbackQuery"]);
  assert.deepEqual([await write(43), await press(43)], ["", ""]);
  assert.equal(lines.length, 4);
  assert.match(lines[0], /^message \d+ ms$/);
});
