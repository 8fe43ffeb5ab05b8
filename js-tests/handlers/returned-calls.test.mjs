// call: the calls that handlers return, one function for each method.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Bot, call, createWebhookHandler, METHOD_NAMES } from "botwire";
import { createEmulator } from "botwire/emulator";

test("there is a function for each method, and nothing else", async () => {
  assert.deepEqual(Object.keys(call), METHOD_NAMES);
  for (const name of METHOD_NAMES) assert.deepEqual(call[name]({ a: 1 }), { method: name, a: 1 });
  assert.deepEqual(call.getMe(), { method: "getMe" });
  assert.equal(await call, call, "it is not a promise");
  assert.throws(() => Object.assign(call, { getMe: undefined }), TypeError);
});

test("the parameters decide nothing about the method, and stay as they are", () => {
  const params = Object.freeze({ method: "leaveChat", chat_id: 1 });
  const made = call.sendMessage(params);
  assert.deepEqual(Object.entries(made), [["method", "sendMessage"], ["chat_id", 1]]);
});

test("what is not an object of parameters is refused where it is written", () => {
  const throwing = { get text() { throw new Error("no"); } };
  for (const wrong of ["text", 5, [], () => {}, throwing]) {
    assert.throws(() => call.sendMessage(wrong), { kind: "validation", method: "sendMessage", path: "" });
  }
});

test("a webhook handler returns one", async () => {
  const emulator = createEmulator();
  const options = { baseUrl: emulator.baseUrl, token: emulator.token, fetch: emulator.fetch };
  emulator.webhook = createWebhookHandler({ ...options, path: "/hook" }, ({ message }) =>
    call.sendMessage({ chat_id: message.chat.id, text: `You wrote ${message.text}` }));
  await new Bot(options).setWebhook({ url: "https://bot.example/hook" });
  const alice = emulator.user();
  alice.write("hi");
  assert.equal((await alice.nextMessage()).text, "You wrote hi");
  emulator.close();
});
