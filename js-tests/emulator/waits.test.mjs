// Waits for something that a bot never does, with a test clock: the error and its message.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { createEmulator } from "botwire/emulator";

let emulator;
beforeEach(() => {
  emulator = createEmulator({ now: () => 1e12 });
  mock.timers.enable({ apis: ["setTimeout"] });
});
afterEach(() => {
  mock.timers.reset();
  emulator.close();
});

/** The error of a wait that is over after so many milliseconds, and not before. */
async function ends(wait, millis) {
  let over = false;
  wait.catch(() => (over = true));
  mock.timers.tick(millis - 1);
  await new Promise(setImmediate);
  assert.equal(over, false, "too early");
  mock.timers.tick(1);
  return wait.then(() => assert.fail("no error"), (error) => error);
}

test("a wait lasts 3000 ms, shorter than test runners wait", async () => {
  const error = await ends(emulator.user().nextMessage(), 3000);
  assert.deepEqual([error.name, error.message], ["TimeoutError", "no message of the bot within 3000 ms; the log is empty"]);
});

test("the error ends with the latest calls and deliveries", async () => {
  emulator.webhook = () => new Response("", { status: 500 });
  const alice = emulator.user();
  const call = (path) => emulator.fetch(`${emulator.baseUrl}/bot${emulator.token}/${path}`);
  for (let times = 0; times < 4; times++) await call("getMe");
  await call("sendMessage?chat_id=5&text=hello");
  await call("setWebhook?url=https://bot.test/");
  alice.write("hi");
  await emulator.settle();
  const { message } = await ends(alice.nextMessage({ timeoutMs: 20.4061858271254 }), 21);
  assert.equal(message, [
    "no message of the bot within 21 ms; the log ends with:",
    "  getMe 200",
    "  getMe 200",
    "  sendMessage 400: Bad Request: chat not found",
    "  setWebhook 200",
    "  delivery of message “hi” from User 1 answered 500",
  ].join("\n"));
});

test("a wait for an edit ends so, too", async () => {
  const alice = emulator.user();
  const error = await ends(alice.nextEdit(), 3000);
  assert.equal(error.message, "no edit of a message within 3000 ms; the log is empty");
});

test("other waits say the same, also of what failed, without the token", async () => {
  emulator.webhook = () => Promise.reject(new Error(`no way to ${emulator.token}\n\u001b[31m`));
  const alice = emulator.user();
  const call = (path) => emulator.fetch(`${emulator.baseUrl}/bot${emulator.token}/${path}`);
  await call("setWebhook?url=https://bot.test/");
  const { message } = await ends(alice.type("cats"), 3000);
  assert.match(message, /^no answer to the inline query within 3000 ms; the log ends with:\n/);
  await emulator.settle();
  const waiting = await ends(emulator.chat({ creator: alice }).nextMessage(), 3000);
  assert.match(waiting.message, /“cats” from User 1 failed: no way to <token>/);
  assert.doesNotMatch(waiting.message, /\u001b/);
});

test("a wait of an emulator that is closed ends", async () => {
  const waiting = emulator.user().nextMessage();
  emulator.close();
  assert.equal((await ends(waiting, 3000)).message, "no message of the bot within 3000 ms; the emulator is closed");
});

test("a delivery fails after 60 s without an answer", async () => {
  emulator.webhook = () => new Promise(() => {});
  await emulator.fetch(`${emulator.baseUrl}/bot${emulator.token}/setWebhook?url=https://bot.test/`);
  emulator.user().write("hi");
  mock.timers.tick(59_999);
  await new Promise(setImmediate);
  assert.equal(emulator.log().at(-1).method, "setWebhook", "too early");
  mock.timers.tick(1);
  await new Promise(setImmediate);
  assert.equal(emulator.log().at(-1).error, "the webhook did not answer in time");
});

test("a wait says that updates wait where no webhook is set", async () => {
  emulator.webhook = () => new Response("");
  const alice = emulator.user();
  alice.write("hi");
  const waits = "for getUpdates, as no webhook is set by setWebhook; the log is empty";
  assert.equal((await ends(alice.nextMessage(), 3000)).message, `no message of the bot within 3000 ms; 1 update waits ${waits}`);
  alice.write("hi");
  assert.equal((await ends(alice.nextEdit(), 3000)).message, `no edit of a message within 3000 ms; 2 updates wait ${waits}`);
  await emulator.fetch(`${emulator.baseUrl}/bot${emulator.token}/setWebhook?url=https://bot.test/`);
  await emulator.settle();
  assert.doesNotMatch((await ends(alice.nextMessage(), 3000)).message, /updates? waits?/);
});
