// Methods that the specification does not have, and updates of any kind.

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { ApiError, Bot, createWebhookHandler } from "botwire";
import { createEmulator, serve } from "botwire/emulator";

let emulator;
let bot;

beforeEach(() => {
  emulator = createEmulator();
  bot = new Bot({ baseUrl: emulator.baseUrl, token: emulator.token, fetch: emulator.fetch });
});

afterEach(() => emulator.close());

const last = () => emulator.log().at(-1);

test("a method of the test is called and logged", async () => {
  emulator.method("sendPoll", ({ question, ...rest }, { bot, service }) => ({ question, rest, bot, isSame: service === emulator }));
  const params = { question: "Tea?", is_newer: [1, { deep: true }] };
  const expected = { question: "Tea?", rest: { is_newer: [1, { deep: true }] }, bot: emulator.bot, isSame: true };
  assert.deepEqual(await bot.call("sendpoll", params), expected);
  const { kind, method, parameters, status, answer } = last();
  assert.deepEqual({ kind, method, parameters, status, answer }, {
    kind: "call", method: "sendPoll", parameters: params, status: 200, answer: { ok: true, result: expected },
  });
});

test("a handler may wait, use the emulator, return nothing, and replace a method of the service", async () => {
  const alice = emulator.user();
  emulator.method("getMe", async (_, { service }) => {
    await Promise.resolve();
    alice.write("from the method");
    service.deliver({ poll: { id: "7" } });
  });
  assert.equal(await bot.call("getMe"), true);
  assert.equal((await bot.getUpdates()).length, 2);
});

test("a handler that throws fails the call", async () => {
  const thrown = [
    [Object.assign(new Error("not now"), { error_code: 429, parameters: { retry_after: 7 } }), 429, "not now"],
    [{ error_code: 400, description: "Bad Request: no question" }, 400, "Bad Request: no question"],
    [{ error_code: 200, description: "no code of a refusal" }, 500, "Internal Server Error: no code of a refusal"],
    [new TypeError("a bug"), 500, "Internal Server Error: a bug"],
    [undefined, 500, "Internal Server Error: undefined"],
  ];
  for (const [value, code, description] of thrown) {
    emulator.method("sendPoll", () => {
      throw value;
    });
    const error = await bot.call("sendPoll").then(assert.fail, (error) => error);
    assert.ok(error instanceof ApiError, String(error));
    assert.deepEqual([error.error_code, error.description, last().status], [code, description, code]);
  }
});

test("faults strike a method of the test", async () => {
  emulator.method("sendPoll", () => true);
  emulator.fault({ kind: "rate_limit", retry_after: 3, method: "sendPoll", times: 1 });
  assert.equal((await bot.call("sendPoll").catch((error) => error)).error_code, 429);
  emulator.fault({ kind: "drop_after", method: "sendPoll", times: 1 });
  assert.equal((await bot.call("sendPoll").catch((error) => error)).name, "NetworkError");
  assert.deepEqual([last().fault, last().status], ["drop_after", 200]);
  assert.equal(await bot.call("sendPoll"), true);
});

test("the call in the answer of a webhook reaches a method of the test", async () => {
  const polls = [];
  emulator.method("sendPoll", (params) => void polls.push(params));
  emulator.webhook = createWebhookHandler({ path: "/hook/a-long-secret", bot }, () => ({ method: "sendPoll", question: "Tea?" }));
  await bot.setWebhook({ url: "https://bot.test/hook/a-long-secret" });
  emulator.user().write("hello");
  await emulator.settle();
  assert.deepEqual(polls, [{ question: "Tea?" }]);
  assert.deepEqual([last().kind, last().method, last().status], ["inline", "sendPoll", 200]);
});

test("an update of any kind arrives by getUpdates and at the webhook", async () => {
  const poll = { id: "7", options: [{ text: "Tea", voter_count: 0 }] };
  await bot.getUpdates({ allowed_updates: ["message"] });
  const update_id = emulator.deliver({ poll, update_id: 1 });
  assert.deepEqual(await bot.getUpdates(), [{ update_id, poll }]);
  const updates = [];
  emulator.webhook = createWebhookHandler({ path: "/hook/a-long-secret", bot }, (update) => void updates.push(update));
  await bot.setWebhook({ url: "https://bot.test/hook/a-long-secret" });
  await emulator.settle();
  assert.deepEqual(updates, [{ update_id, poll }]);
  assert.deepEqual(last().update, { update_id, poll });
});

test("an update goes to the bot that is named", async () => {
  emulator.close();
  emulator = createEmulator({ bots: [{ token: "1:first" }, { token: "2:second" }] });
  const other = new Bot({ baseUrl: emulator.baseUrl, token: "2:second", fetch: emulator.fetch });
  emulator.deliver({ poll: {} }, { bot: 2 });
  assert.equal((await other.getUpdates()).length, 1);
  assert.throws(() => emulator.deliver({ poll: {} }, { bot: 3 }), /bot not found/);
  assert.throws(() => emulator.deliver({ poll: {} }, { bots: 3 }), /deliver.*bots/);
  assert.throws(() => emulator.deliver("poll"), /update: expected an object, got a string/);
  assert.throws(() => emulator.deliver({}), /update: expected a member/);
  assert.throws(() => emulator.method("sendPoll"), /handler: expected a function, got nothing/);
  assert.throws(() => emulator.method(7, () => true), /name: expected a string, got 7/);
});

test("an update comes in by the port", async () => {
  const server = await serve(emulator, { port: 0 });
  try {
    const body = JSON.stringify({ update: { poll: { id: "7" } } });
    const { result } = await (await fetch(`${server.url}/user/act/deliver`, { method: "POST", body })).json();
    assert.deepEqual(await bot.getUpdates(), [{ update_id: result, poll: { id: "7" } }]);
    const refused = await fetch(`${server.url}/user/act/deliver`, { method: "POST", body: "{}" });
    assert.deepEqual([refused.status, (await refused.json()).description], [400, "Bad Request: update: expected an Object, such as {\"poll\": {…}}"]);
  } finally {
    await server.close();
  }
});

test("a handler that is under way when the emulator closes changes nothing", async () => {
  let finish;
  emulator.method("sendPoll", () => new Promise((resolve) => (finish = resolve)));
  const call = bot.call("sendPoll").catch((error) => error);
  while (finish === undefined) await new Promise((resolve) => setImmediate(resolve));
  emulator.close();
  finish(true);
  assert.equal((await call).name, "NetworkError");
  emulator = createEmulator();
});
