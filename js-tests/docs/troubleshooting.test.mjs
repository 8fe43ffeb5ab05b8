// The texts of the page on troubleshooting are those that people meet: each is provoked here and looked for on the page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { Bot, button, createWebhookHandler, registerWebhook } from "botwire";
import { createEmulator } from "botwire/emulator";
import { root } from "../support/target.mjs";

const page = readFileSync(join(root, "docs/guide/troubleshooting.md"), "utf8");
const emulator = createEmulator();
after(() => emulator.close());
const { baseUrl, token, fetch } = emulator;
const bot = new Bot({ baseUrl, token, fetch });
const alice = emulator.user({ first_name: "Alice" });
alice.write("/start");
const group = emulator.chat({ type: "group", creator: alice, members: [emulator.bot] });
const write = (params) => bot.sendMessage({ chat_id: alice.id, text: "Hello", ...params });
const struck = (fault, run) => {
  emulator.fault({ times: 1, ...fault });
  return run();
};

/** Calls that cause each error, by its text on the page. `…` matches any text. */
const CALLS = {
  "401 Unauthorized": () => new Bot({ baseUrl, token: "123456:wrong", fetch }).getMe(),
  "404 Not Found": () => bot.call("sendPoll", {}),
  "400 Bad Request: chat not found": () => write({ chat_id: 404 }),
  "400 Bad Request: can't parse entities": () => write({ text: "<b>", parse_mode: "HTML" }),
  "400 Bad Request: message is not modified": async () => bot.editMessageText({ chat_id: alice.id, message_id: (await write({})).message_id, text: "Hello" }),
  "400 Bad Request: query is too old and response timeout expired or query ID is invalid": () => bot.answerCallbackQuery({ callback_query_id: "1" }),
  "403 Forbidden: bot was blocked by the user": () => (alice.block(), write({}).finally(() => alice.unblock())),
  "bot can't initiate conversation with a user": () => write({ chat_id: emulator.user().id }),
  "400 Bad Request: group chat was upgraded to a supergroup chat": () => struck({ kind: "migration", chat: group.id }, () => write({ chat_id: group.id })),
  "409 Conflict: can't use getUpdates method while webhook is active": async () => {
    await bot.setWebhook({ url: "https://bot.example/hook" });
    await bot.getUpdates().finally(() => bot.deleteWebhook());
  },
  "429 Too Many Requests: retry after": () => struck({ kind: "rate_limit", retry_after: 5 }, () => bot.getMe()),
  "HTTP 413, not a response from the service": () => struck({ kind: "page", status: 413 }, () => bot.getMe()),
  "sendMessage: text: expected a String of 0 to 4096 visible characters, got 5000 visible characters": () => write({ text: "x".repeat(5000) }),
  'sendMessage: chat_id: expected a chat id (Integer, or String such as "@channelusername"), got nothing': () => write({ chat_id: undefined }),
  "sendMessage: reply_markup.inline_keyboard[0][0].callback_data: expected a String of 1 to 64 bytes, got 80 bytes": () =>
    write({ reply_markup: { inline_keyboard: [[{ text: "x", callback_data: "é".repeat(40) }]] } }),
  "button.callback: data: expected 1 to 64 bytes, got 80 bytes": () => button.callback("x", "é".repeat(40)),
  "no response: connect ECONNREFUSED": () => new Bot({ baseUrl: "http://127.0.0.1:9", token }).getMe(),
  "baseUrl: expected an https: URL …": () => new Bot({ baseUrl: "service.example", token }),
  'got "http://service.example" (see allowHttp)': () => new Bot({ baseUrl: "http://service.example", token }),
  "token: expected visible ASCII characters other than / ? # % \\, got nothing": () => new Bot({ baseUrl }),
  "path: expected a secret path, a secretHeader, or else allowUnauthenticated: true, got nothing": () => createWebhookHandler({ bot }, () => undefined),
  "got an unknown option": () => new Bot({ baseUrl, token, timeoutMS: 5 }),
  "registerWebhook: url: expected an https: URL, got http:": () => registerWebhook(bot, { url: "http://bot.example/hook", path: "/hook" }),
  "registerWebhook: url: expected port 443, 80, 88 or 8443, got 8787": () => registerWebhook(bot, { url: "https://bot.example:8787/hook", path: "/hook" }),
  "registerWebhook: url: expected the path of the handler, got another path": () => registerWebhook(bot, { url: "https://bot.example/other", path: "/hook" }),
};

for (const [text, run] of Object.entries(CALLS)) {
  test(`the page has: ${text}`, async () => {
    assert.ok(page.includes(text), "the page has the text");
    const message = await (async () => run())().then(() => "nothing was thrown", (error) => error.message);
    const parts = text.split("…").map((part) => message.includes(part));
    assert.ok(parts.every(Boolean), message);
  });
}

test("the page has the reasons of rejections", async () => {
  const reasons = new Map();
  const secretHeader = { name: "x-secret", value: "s" };
  const webhook = createWebhookHandler({ bot, path: "/hook", secretHeader, onReject: ({ status, error }) => void reasons.set(status, error.message) }, () => undefined);
  const good = { method: "POST", headers: { "content-type": "application/json", "x-secret": "s" }, body: "{}" };
  const requests = [
    ["/other", good],
    ["/hook", { ...good, headers: { ...good.headers, "x-secret": "t" } }],
    ["/hook", { method: "GET" }],
    ["/hook", { ...good, body: " ".repeat(2 ** 21) }],
    ["/hook", { ...good, headers: { ...good.headers, "content-type": "text/plain" } }],
  ];
  for (const [path, init] of requests) await webhook(new Request(`https://bot.example${path}`, init));
  assert.deepEqual([...reasons.keys()], [404, 401, 405, 413, 415]);
  for (const [status, message] of reasons) assert.ok(page.includes(`| ${status} | \`${message}\` |`), `${status}: ${message}`);
});

test("the page has the text of a timeout, with the default", async () => {
  const message = await bot.getMe({}, { timeoutMs: 1, fetch: () => new Promise(() => {}) }).catch((error) => error.message);
  assert.ok(page.includes(message.replace("getMe: ", "").replace("within 1 ms", "within 60000 ms")), message);
});

test("the page has 20 entries or more, each with a place of its own", () => {
  const places = [...page.matchAll(/^### .*\{#([\w-]+)\}$/gm)].map(([, id]) => id);
  assert.equal(new Set(places).size, [...page.matchAll(/^### /gm)].length);
  assert.ok(places.length >= 20, `${places.length}`);
});
