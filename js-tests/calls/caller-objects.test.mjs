// Objects of the caller's own: parameters are read once, at the call, and never changed; a signal may be anybody's.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Bot, createWebhookHandler, METHOD_NAMES } from "botwire";
import { delivery } from "../support/deliveries.mjs";

const TOKEN = "1:SECRET";
const answered = { ok: true, result: true };

function listening(...answers) {
  const sent = [];
  const fetch = async (_url, { body }) => {
    sent.push(JSON.parse(body));
    return Response.json(answers[sent.length - 1] ?? answered);
  };
  return { sent, bot: (options) => new Bot({ baseUrl: "https://bots.example", token: TOKEN, fetch, ...options }) };
}

test("of two positional arguments the first is refused, as what it should be", async () => {
  const { sent, bot } = listening();
  const [refused, both] = await Promise.allSettled([bot().sendMessage(5, "hi"), bot().sendMessage({ chat_id: 5 }, "hi")]);
  assert.equal(refused.reason.message, "sendMessage: expected an object of parameters, got 5");
  assert.equal(both.reason.message, "sendMessage: expected an object of options, got a different String");
  assert.deepEqual(sent, []);
});

test("parameters whose proxy throws for unknown names", async () => {
  const strict = new Proxy({ chat_id: 1, text: "hi" }, {
    get(target, key) {
      if (!(key in target)) throw new Error(`no ${String(key)}`);
      return target[key];
    },
  });
  const { sent, bot } = listening();
  await bot().sendMessage(strict);
  assert.deepEqual(sent, [{ chat_id: 1, text: "hi" }]);
});

test("a getter is read once", async () => {
  let reads = 0;
  const { sent, bot } = listening();
  await bot({ retry: 1 }).sendMessage({ chat_id: 1, get text() { return `read ${++reads}`; } });
  assert.deepEqual(sent, [{ chat_id: 1, text: "read 1" }]);
});

test("toJSON that is hidden is not a parameter", async () => {
  const params = Object.defineProperty({ chat_id: 1, text: "hi" }, "toJSON", { value: () => ({ chat_id: 2 }) });
  const { sent, bot } = listening();
  await bot().sendMessage(params);
  assert.deepEqual(sent, [{ chat_id: 1, text: "hi" }]);
});

test("what becomes of the parameters after the call does not matter, and the call leaves them as they are", async () => {
  const moved = { ok: false, error_code: 400, description: "moved", parameters: { migrate_to_chat_id: -5 } };
  const params = { chat_id: -1, text: "hi" };
  const { sent, bot } = listening({ ok: false, error_code: 429, description: "wait", parameters: { retry_after: 0 } }, moved);
  await bot({ retry: { retries: 1, onRetry: () => Object.assign(params, { chat_id: 9, text: "other" }) }, followMigration: true }).sendMessage(params);
  assert.deepEqual(sent, [{ chat_id: -1, text: "hi" }, { chat_id: -1, text: "hi" }, { chat_id: -5, text: "hi" }]);
  assert.deepEqual(params, { chat_id: 9, text: "other" });
});

for (const [what, signal] of [
  ["that throws when it is listened to", { aborted: false, addEventListener() { throw new Error(TOKEN); }, removeEventListener() {} }],
  ["whose reason throws", { aborted: true, get reason() { throw new Error(TOKEN); }, addEventListener() {}, removeEventListener() {} }],
]) {
  test(`a signal ${what} fails the call with an error of botwire, without the token`, async () => {
    const { sent, bot } = listening();
    const error = await bot().sendMessage({ chat_id: 1, text: "hi" }, { signal }).catch((caught) => caught);
    assert.equal(error.kind, "network");
    assert.equal(error.stack.includes(TOKEN), false);
    assert.equal(error.cause.stack.includes(TOKEN), false);
    assert.deepEqual(sent, []);
  });
}

test("a signal that throws when it is no longer listened to does not keep a call from its result, nor from its error", async () => {
  const signal = { aborted: false, addEventListener() {}, removeEventListener() { throw new Error(TOKEN); } };
  const { bot } = listening(answered, { ok: false, error_code: 400, description: "no" });
  assert.equal(await bot().sendMessage({ chat_id: 1, text: "hi" }, { signal }), true);
  const error = await bot().sendMessage({ chat_id: 1, text: "hi" }, { signal }).catch((caught) => caught);
  assert.equal(error.kind, "api");
});

test("an inherited `cause` does not make the message of an error endless", async () => {
  const own = Object.getOwnPropertyDescriptor(Object.prototype, "cause");
  Object.defineProperty(Object.prototype, "cause", { value: "polluted", configurable: true });
  try {
    const bot = new Bot({ baseUrl: "https://bots.example", token: TOKEN, fetch: () => Promise.reject(new Error("broken")) });
    const error = await bot.getMe().catch((caught) => caught);
    assert.equal(error.kind, "network");
    assert.ok(error.message.length < 1000, error.message.slice(0, 1000));
  } finally {
    delete Object.prototype.cause;
    assert.equal(own, undefined);
  }
});

test("what a program adds to every object changes no call", async () => {
  Object.prototype.added = 1;
  try {
    const sent = [];
    const fetch = async (url, { body }) => (sent.push(body), Response.json({ ok: true, result: true }));
    const bot = new Bot({ baseUrl: "https://bots.example", token: TOKEN, retry: { retries: 1 }, fetch });
    await bot.sendMessage({ chat_id: 1, text: "hi" });
    await assert.rejects(bot.call("sendMessage", { chat_id: 1, text: 5 }), { kind: "validation", path: "text" });
    assert.deepEqual(sent, ['{"chat_id":1,"text":"hi"}']);
  } finally {
    delete Object.prototype.added;
  }
});

test("the methods of a bot are functions of its prototype with their names, which stacks show, and can be replaced", () => {
  const bot = new Bot({ baseUrl: "https://bots.example", token: TOKEN });
  assert.deepEqual(Object.keys(Bot.prototype), [...METHOD_NAMES]);
  for (const name of METHOD_NAMES) assert.equal(Object.getOwnPropertyDescriptor(Bot.prototype, name).value.name, name);
  const names = [];
  for (const name in bot) names.push(name);
  assert.deepEqual(names, ["baseUrl", "id", ...METHOD_NAMES]);
  assert.ok("sendMessage" in bot && !("sendMesage" in bot));
  assert.equal(bot.then, undefined);
  bot.getMe = 5;
  assert.deepEqual([bot.getMe, Object.keys(bot)], [5, ["baseUrl", "id", "getMe"]]);
});

test("what is null is left out of a returned call too, at each depth, and the method comes first", async () => {
  const extra = { a: 1, method: null, deep: [{ method: undefined, b: null, c: 2 }] };
  const handler = createWebhookHandler({ baseUrl: "https://bots.example", token: TOKEN, allowUnauthenticated: true },
    () => ({ chat_id: 1, text: "hi", extra, parse_mode: null, method: "sendMessage" }));
  const response = await handler(delivery({ update_id: 1, message: {} }));
  assert.equal(await response.text(), '{"method":"sendMessage","chat_id":1,"text":"hi","extra":{"a":1,"deep":[{"c":2}]}}');
});

test("parameters that are too deep or too many are refused, with the reason", async () => {
  const { sent, bot } = listening();
  const deep = (levels) => (levels === 0 ? 1 : [deep(levels - 1)]);
  const refused = (extra) => bot().sendMessage({ chat_id: 1, text: "hi", extra }).then(() => undefined, ({ kind, received }) => [kind, received]);
  // The parameters themselves are the first level.
  assert.equal(await refused(deep(63)), undefined);
  assert.deepEqual(await refused(deep(64)), ["validation", "more than 64 levels of nesting"]);
  const cyclic = {};
  cyclic.cyclic = cyclic;
  assert.deepEqual(await refused(cyclic), ["validation", "a cyclic object"]);
  // The object, the chat, the text and the array are values too.
  assert.equal(await refused(Array(1_000_000 - 4).fill(0)), undefined);
  assert.deepEqual(await refused(Array(1_000_000 - 3).fill(0)), ["validation", "more values than a call can have"]);
  assert.equal(sent.length, 2);
  const long = await bot().sendMessage({ chat_id: 1, text: "hi", extra: "a".repeat(1 << 22) }).catch((caught) => caught);
  assert.deepEqual([long.kind, long.path], ["validation", ""]);
});
