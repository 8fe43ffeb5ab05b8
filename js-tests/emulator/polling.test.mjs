// The emulator as a fetch function: long polls, and time that a test moves.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createEmulator as unchecked } from "botwire/emulator";

import { call, started, texts } from "./started.mjs";

test("a bot that polls answers a user", async () => {
  const emulator = started({ bots: [{ username: "echo_bot" }] });
  assert.deepEqual((await call(emulator, "getMe")).result, emulator.bot);
  assert.equal(emulator.bot.username, "echo_bot");
  const alice = emulator.user({ first_name: "Alice", language_code: "en" });
  alice.write("hello");
  const { result } = await call(emulator, "getUpdates", { timeout: 30 });
  assert.equal(result[0].message.from.language_code, "en");
  await call(emulator, "sendMessage", { chat_id: result[0].message.chat.id, text: "<b>hi</b>", parse_mode: "HTML" });
  const answer = await alice.nextMessage();
  assert.equal(answer.text, "hi");
  assert.deepEqual(answer.entities, [{ type: "bold", offset: 0, length: 2 }]);
  assert.deepEqual(alice.messages().map(({ text }) => text), ["hello", "hi"]);
  await assert.rejects(alice.nextMessage({ timeoutMs: 5 }), { name: "TimeoutError" });
});

test("update_ids differ between emulators, unless they have the same seed", async () => {
  const first = async (options) => {
    const emulator = started(options);
    emulator.user().write("hi");
    return (await call(emulator, "getUpdates")).result[0].update_id;
  };
  const ids = [];
  for (let count = 0; count < 20; count++) ids.push(await first());
  assert.equal(new Set(ids).size, 20);
  assert.ok(ids.every((id) => id >= 1 && id < 2 ** 31));
  assert.notEqual(await first({ bots: [{ token: "7:a" }] }), await first({ bots: [{ token: "7:a" }] }));
  assert.equal(await first({ seed: 7 }), await first({ seed: 7 }));
  assert.notEqual(await first({ seed: 7 }), await first({ seed: 8 }));
});

test("equal seeds give equal emulators, which share nothing", async () => {
  const [one, two, three] = [started(), started(), started({ seed: 2 })];
  assert.deepEqual([one.token, one.bot], [two.token, two.bot]);
  assert.notEqual(one.token, three.token);
  assert.equal(one.user().id, two.user().id);
  one.users[0].write("only here");
  assert.equal((await call(two, "getUpdates")).result.length, 0);
});

test("a long poll waits, and goes when its client goes", async () => {
  const emulator = started();
  const alice = emulator.user();
  const gone = new AbortController();
  const abandoned = call(emulator, "getUpdates", { timeout: 50 }, { signal: gone.signal });
  const waiting = call(emulator, "getUpdates", { timeout: 50 });
  setTimeout(() => gone.abort(), 5);
  await assert.rejects(abandoned, { name: "AbortError" });
  alice.write("hi");
  assert.deepEqual(texts(await waiting), ["hi"]);
});

test("a long poll lasts as long as its timeout", async () => {
  const emulator = started({ now: () => 1_700_000_000_000 });
  let isOver = false;
  const waiting = call(emulator, "getUpdates", { timeout: 1 }).finally(() => (isOver = true));
  await emulator.advance("999ms");
  assert.equal(isOver, false);
  await emulator.advance("1ms");
  assert.deepEqual((await waiting).result, []);
});

test("time moves by advance()", async () => {
  let now = 1_700_000_000_000;
  const emulator = started({ now: () => now });
  const alice = emulator.user();
  alice.write("a");
  await emulator.advance("23h");
  alice.write("b");
  now += 3_600_000;
  assert.deepEqual(texts(await call(emulator, "getUpdates")), ["a", "b"]);
  await emulator.advance(1);
  assert.deepEqual(texts(await call(emulator, "getUpdates")), ["b"]);
  const waiting = call(emulator, "getUpdates", { offset: 2_000_000_000, timeout: 30 });
  await emulator.advance("1m");
  assert.deepEqual((await waiting).result, []);
  await assert.rejects(emulator.advance("soon"), TypeError);
});

test("strict refuses what the specification does not have, and with compat what no version has", async () => {
  const emulator = started({ strict: true });
  const alice = emulator.user();
  alice.write("/start");
  const markup = { inline_keyboard: [[{ text: "a", callbackdata: "a" }]] };
  const refused = async (parameters) => (await call(emulator, "sendMessage", { chat_id: alice.id, text: "x", ...parameters })).description;
  assert.equal(await refused({ reply_to_mesage_id: 1 }), "Bad Request: unknown parameter of sendMessage: reply_to_mesage_id");
  assert.equal(await refused({ reply_markup: markup }), "Bad Request: unknown parameter of sendMessage: reply_markup.inline_keyboard[0][0].callbackdata");
  assert.equal(await refused({ disable_notification: true }), undefined);
  const loaded = started({ snapshot: emulator.save(), strict: true });
  assert.equal((await call(loaded, "getMe", { x: 1 })).description, "Bad Request: unknown parameter of getMe: x");
  assert.equal((await call(started({ snapshot: emulator.save() }), "getMe", { x: 1 })).ok, true);
  const later = started({ strict: true, compat: true }, unchecked);
  assert.equal((await call(later, "getMe", { protect_content: true })).ok, true);
  assert.equal((await call(later, "getMe", { x: 1 })).description, "Bad Request: unknown parameter of getMe: x");
  assert.throws(() => started({ strict: 1 }), /^TypeError: strict: expected true or false, got 1$/);
});

test("what cannot be created is an Error", () => {
  const emulator = started({ bots: [{ token: "5:x" }] });
  assert.equal(emulator.bot.id, 5);
  assert.throws(() => emulator.user({ id: 5 }), Error);
  assert.throws(() => emulator.user({ id: "x" }), Error);
  assert.throws(() => emulator.user().write("x".repeat(4097)), /message is too long/);
  assert.throws(() => started({ bots: [{ token: "5:x" }, { token: "5:x" }] }), Error);
});
