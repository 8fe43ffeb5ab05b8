// Our own client under every fault of the emulator, in process and over HTTP: nothing is lost or repeated, and no token
// is shown.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Bot, updates } from "botwire";

import { assertHidden } from "../support/secrets.mjs";
import { WAYS, hook, kindOf, world } from "./ways.mjs";

/** Each fault, the kind of error that the client reports, and true if the message was sent anyway. */
const FAULTS = [
  [{ kind: "rate_limit", retry_after: 100_000 }, "api", false],
  [{ kind: "error", error_code: 500 }, "api", false],
  [{ kind: "error", error_code: 403, description: "Forbidden: bot was blocked by the user" }, "api", false],
  [{ kind: "page", status: 502 }, "http", false],
  [{ kind: "drop" }, "network", false],
  [{ kind: "drop_after" }, "network", true],
  [{ kind: "cut_off" }, "network", true],
  [{ kind: "slow", millis: 30 }, undefined, true],
];

for (const way of WAYS) {
  for (const [fault, kind, sent] of FAULTS) {
    test(`${way}: sendMessage under ${fault.kind} is reported as ${kind ?? "a success"} and never repeated`, async () => {
      const { emulator, bot, alice } = await world(way, { retry: 3 });
      emulator.fault({ ...fault, method: "SENDMESSAGE", times: 1 });
      assert.equal((await bot.getMe()).id, emulator.bot.id);
      assert.equal(await kindOf(bot.sendMessage({ chat_id: alice.id, text: "once" }), emulator.token), kind);
      assert.equal(alice.messages().length, sent ? 1 : 0);
      await bot.sendMessage({ chat_id: alice.id, text: "next" });
      assert.equal(alice.messages().at(-1).text, "next");
      assertHidden(emulator.log(), emulator.token, "the log");
    });
  }

  test(`${way}: a body slower than the bot's patience is reported as a timeout`, async () => {
    const { emulator, bot, alice } = await world(way, { timeoutMs: 50 });
    emulator.fault({ kind: "slow", millis: 5000, times: 1 });
    assert.equal(await kindOf(bot.sendMessage({ chat_id: alice.id, text: "x" }), emulator.token), "timeout");
  });

  test(`${way}: faults of one chat spare the others`, async () => {
    const { emulator, bot, alice } = await world(way);
    const bob = emulator.user({ first_name: "Bob" });
    bob.unblock();
    const clearFault = emulator.fault({ kind: "error", error_code: 500, chat: bob.id });
    assert.equal(await kindOf(bot.sendMessage({ chat_id: alice.id, text: "x" }), emulator.token), undefined);
    assert.equal(await kindOf(bot.sendMessage({ chat_id: bob.id, text: "x" }), emulator.token), "api");
    clearFault();
    assert.equal(await kindOf(bot.sendMessage({ chat_id: bob.id, text: "x" }), emulator.token), undefined);
  });

  test(`${way}: floods at random are waited out, and each message is sent once and in order`, async () => {
    const waited = [];
    const retry = { retries: 50, onRetry: (error) => waited.push(error) };
    const { emulator, bot, alice } = await world(way, { retry });
    emulator.fault({ kind: "rate_limit", retry_after: 0, probability: 0.5, seed: 7 });
    const expected = Array.from({ length: 30 }, (_, number) => `message ${number}`);
    for (const text of expected) await bot.sendMessage({ chat_id: alice.id, text });
    assert.deepEqual(alice.messages().map(({ text }) => text), expected);
    assert.ok(waited.length > 5);
    assertHidden(waited, emulator.token, "what onRetry was called with");
    const struck = emulator.log().map(({ status }) => status === 429);
    const { emulator: again, bot: same, alice: other } = await world(way, { retry });
    again.fault({ kind: "rate_limit", retry_after: 0, probability: 0.5, seed: 7 });
    for (const text of expected) await same.sendMessage({ chat_id: other.id, text });
    assert.deepEqual(again.log().map(({ status }) => status === 429), struck);
  });

  test(`${way}: a call that only asks is repeated through every fault`, async () => {
    const { emulator, bot } = await world(way, { retry: { retries: 10, baseMs: 1 } });
    const faults = FAULTS.map(([fault]) => fault).filter(({ error_code, retry_after }) => error_code !== 403 && !retry_after);
    for (const fault of faults) emulator.fault({ ...fault, times: 1 });
    assert.equal((await bot.getMe()).id, emulator.bot.id);
  });

  for (const kind of ["drop", "drop_after", "cut_off", "page", "error", "rate_limit", "slow", "duplicate", "reorder"]) {
    test(`${way}: polling under ${kind} loses nothing and repeats nothing`, async () => {
      const { emulator, bot, alice } = await world(way, { retry: { retries: 1, baseMs: 1 } });
      const detail = kind === "slow" ? { millis: 20 } : kind === "rate_limit" ? { retry_after: 0 } : {};
      emulator.fault({ kind, ...detail, method: "getUpdates", probability: 0.5, seed: 3 });
      const expected = Array.from({ length: 12 }, (_, number) => String(number));
      for (const text of expected) alice.write(text);
      const seen = [];
      const reported = [];
      for await (const { message } of updates(bot, { timeout: 1, limit: 3, onRetry: (error) => void reported.push(error) })) {
        seen.push(message.text);
        if (seen.length === expected.length) break;
      }
      // The order of an answer is the service's to keep.
      assert.deepEqual(kind === "reorder" ? seen.sort((a, b) => a - b) : seen, expected);
      assertHidden(reported, emulator.token, "what onRetry was called with");
    });
  }

  test(`${way}: a migration is followed`, async () => {
    const { emulator, at, bot, alice } = await world(way);
    const group = emulator.chat({ creator: alice, members: [emulator.bot] });
    emulator.fault({ kind: "migration", chat: group.id, times: 1 });
    const error = await bot.sendMessage({ chat_id: group.id, text: "x" }).catch((reason) => reason);
    assertHidden(error, emulator.token);
    const { migrate_to_chat_id: chat_id } = error.parameters;
    assert.equal((await bot.sendMessage({ chat_id, text: "x" })).chat.type, "supergroup");
    const other = emulator.chat({ creator: alice, members: [emulator.bot] });
    const { id: old } = other;
    emulator.fault({ kind: "migration", chat: old, times: 1 });
    const { chat } = await new Bot({ ...at, followMigration: true }).sendMessage({ chat_id: old, text: "x" });
    assert.notEqual(chat.id, old);
    assert.equal(chat.id, other.id);
  });
}

for (const way of WAYS) {
  test(`${way}: an injected status takes the place of a delivery, which is repeated`, async () => {
    for (const [fault, status] of [[{ kind: "error" }, 500], [{ kind: "error", error_code: 403 }, 403], [{ kind: "page" }, 502], [{ kind: "rate_limit" }, 429]]) {
      const place = await world(way);
      const { emulator, alice } = place;
      const handled = [];
      await hook(way, place, {}, ({ message }) => void handled.push(message.text));
      emulator.fault({ ...fault, deliveries: true, times: 1 });
      alice.write("a");
      await emulator.settle();
      assert.deepEqual(handled, []);
      assert.equal((await place.bot.getWebhookInfo()).last_error_message, `Wrong response from the webhook: ${status}`);
      await emulator.advance("1s");
      assert.deepEqual(handled, ["a"]);
      assert.equal((await place.bot.getWebhookInfo()).pending_update_count, 0);
      const deliveries = emulator.log().filter(({ kind }) => kind === "delivery");
      assert.deepEqual(deliveries.map(({ status, attempt }) => [status, attempt]), [[status, 1], [200, 2]]);
    }
  });
}

test("a migration by a fault moves the handles", async () => {
  const { emulator, bot, alice } = await world(WAYS[0]);
  const group = emulator.chat({ creator: alice, members: [emulator.bot] });
  const { id: old } = group;
  await bot.sendMessage({ chat_id: old, text: "read" });
  assert.equal((await group.nextMessage()).text, "read");
  assert.equal((await alice.nextMessage({ chat: group })).text, "read");
  emulator.fault({ kind: "migration", times: 1 });
  const { parameters } = await bot.sendMessage({ chat_id: old, text: "x" }).catch((error) => error);
  assert.equal(group.id, parameters.migrate_to_chat_id);
  assert.deepEqual([group.chat.id, group.chat.type, group.id === old], [group.id, "supergroup", false]);
  assert.equal(alice.write("after", { chat: group }).chat.id, group.id);
  await bot.sendMessage({ chat_id: group.id, text: "answer" });
  assert.equal((await group.nextMessage()).text, "answer");
  assert.equal((await alice.nextMessage({ chat: group })).text, "answer");
  assert.ok(group.messages().every(({ chat }) => chat.id === group.id));
  group.setTitle("Larger");
  assert.equal(group.members().length, 2);
  assert.throws(() => alice.write("x", { chat: old }), /upgraded to a supergroup/);
  emulator.close();
  assert.ok(group.id < 0);
});
