// The blocks of docs/guide/sessions.md with two users: each has a session of their own, also by buttons.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "node:test";
import { Bot, createWebhookHandler } from "botwire";
import { createEmulator } from "botwire/emulator";
import { transform } from "esbuild";
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

/** The code of the block that holds this text. */
function block(text) {
  const found = all.find(({ code }) => code.includes(text));
  assert.ok(found, `no block with ${text}`);
  return found.code;
}

/** A binding of Workers KV. */
function kv() {
  const values = new Map();
  return { values, get: async (key) => values.get(key) ?? null, put: async (key, value) => void values.set(key, value) };
}

/** A binding of Durable Objects of that class, by their names. */
function durableObjects(Class) {
  const objects = new Map();
  const object = () => {
    const values = new Map();
    return new Class({ storage: { get: async (key) => structuredClone(values.get(key)), put: async (key, value) => void values.set(key, value) } });
  };
  const get = (name) => {
    if (!objects.has(name)) objects.set(name, object());
    return { fetch: (url, init) => objects.get(name).fetch(new Request(url, init)) };
  };
  return { objects, idFromName: (name) => name, get };
}

/** An emulator whose bot is that handler, and two users. */
async function conversation(handler, env) {
  const emulator = createEmulator();
  const options = { baseUrl: emulator.baseUrl, token: emulator.token, fetch: emulator.fetch };
  const webhook = createWebhookHandler({ ...options, path: "/hook" }, handler);
  emulator.webhook = (request) => webhook(request, env);
  await new Bot(options).setWebhook({ url: "https://bot.example/hook" });
  return { emulator, users: [emulator.user({ id: 42, first_name: "Alice" }), emulator.user({ id: 43, first_name: "Bob" })] };
}

const BINDINGS = {
  "Workers KV": { has: "context.env.SESSIONS.get(key)", bind: () => kv(), keys: ({ values }) => [...values.keys()], expected: ["chat:42", "chat:43"] },
  "Durable Objects": { has: "class ChatSession", bind: ({ ChatSession }) => durableObjects(ChatSession), keys: ({ objects }) => [...objects.keys()], expected: ["42", "43"] },
};

for (const [name, { has, bind, keys, expected }] of Object.entries(BINDINGS)) {
  test(`${name}: a button has the session of its chat`, async () => {
    const loaded = await load(name.replace(" ", "-"), block(has));
    const SESSIONS = bind(loaded);
    const { emulator, users: [alice, bob] } = await conversation(loaded.handler, { SESSIONS });
    for (const [user, texts] of [[alice, ["Message 1", "Message 2"]], [bob, ["Message 1"]]]) {
      for (const text of texts) {
        user.write("hello");
        assert.equal((await user.nextMessage()).text, text);
      }
    }
    assert.equal((await alice.press("How many?").answer()).text, "Until now 2");
    assert.equal((await bob.press("How many?").answer()).text, "Until now 1");
    assert.deepEqual(keys(SESSIONS).sort(), expected);
    emulator.close();
  });
}

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

test("the middleware lets the messages and the buttons of its users pass, and nobody else's", async () => {
  const { handler } = await load("middleware", block("const onlyFor"));
  const webhook = createWebhookHandler({ baseUrl: "https://service.example", token: "1:a", path: "/hook", store: false }, handler);
  const deliver = async (update) => {
    const response = await webhook(new Request("https://bot.example/hook", {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ update_id: 1, ...update }),
    }));
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
});
