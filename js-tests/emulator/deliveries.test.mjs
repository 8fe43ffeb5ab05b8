// Our own webhook under every fault of deliveries, in process and over HTTP: each update is handled, and once only.

import assert from "node:assert/strict";
import { test } from "node:test";

import { assertHidden } from "../support/secrets.mjs";
import { WAYS, hook, world } from "./ways.mjs";

/** Each fault of a delivery, and how often an update is delivered under it. */
const FAULTS = [
  [{ kind: "drop" }, 2],
  [{ kind: "drop_after" }, 2],
  [{ kind: "cut_off" }, 2],
  [{ kind: "slow", millis: 30 }, 1],
  [{ kind: "duplicate" }, 2],
];

for (const way of WAYS) {
  for (const [fault, times] of FAULTS) {
    test(`${way}: each update is handled once under ${fault.kind}`, async () => {
      const place = await world(way);
      const { emulator, alice } = place;
      const handled = [];
      const rejected = [];
      const onReject = ({ status, error }) => void rejected.push([status, error]);
      await hook(way, place, { onReject }, async ({ message }, { bot }) => {
        handled.push(message.text);
        await bot.sendMessage({ chat_id: message.chat.id, text: `got ${message.text}` });
      });
      emulator.fault({ ...fault, deliveries: true, times: 2 });
      for (const text of ["a", "b", "c"]) alice.write(text);
      await emulator.advance("10s");
      assert.deepEqual(handled, ["a", "b", "c"]);
      assert.deepEqual(alice.messages().slice(3).map(({ text }) => text), ["got a", "got b", "got c"]);
      const deliveries = emulator.log().filter(({ kind }) => kind === "delivery");
      const expected = { a: 0, b: 0, c: 0 };
      for (const { update } of deliveries) expected[update.message.text]++;
      assert.equal(deliveries.length, 3 + 2 * (times - 1));
      const { pending_update_count, last_error_message = "" } = await place.bot.getWebhookInfo();
      assert.equal(pending_update_count, 0);
      assert.equal(last_error_message, ["slow", "duplicate"].includes(fault.kind) ? "" : "the connection was dropped");
      assertHidden([emulator.log(), rejected, last_error_message], emulator.token, "what was reported");
    });
  }

  for (const kind of ["duplicate", "drop", "drop_after"]) {
    test(`${way}: a reply in the answer is carried out once under ${kind}`, async () => {
      const place = await world(way);
      const { emulator, alice } = place;
      const handled = [];
      await hook(way, place, {}, ({ message: { chat, text } }) => {
        handled.push(text);
        return { method: "sendMessage", chat_id: chat.id, text: `got ${text}` };
      });
      emulator.fault({ kind, deliveries: true, times: 1 });
      for (const text of ["a", "b"]) alice.write(text);
      await emulator.advance("10s");
      assert.deepEqual(handled, ["a", "b"]);
      assert.deepEqual(alice.messages().slice(2).map(({ text }) => text), ["got a", "got b"]);
    });
  }

  test(`${way}: updates that come out of order are all handled`, async () => {
    const place = await world(way);
    const handled = [];
    await hook(way, place, {}, ({ message }) => void handled.push(message.text));
    place.emulator.fault({ kind: "reorder", times: 1 });
    for (const text of ["a", "b", "c"]) place.alice.write(text);
    await place.emulator.advance("2s");
    assert.deepEqual(handled, ["b", "c", "a"]);
  });

  test(`${way}: a body that stalls is given up at the deadline, and the update comes again`, async () => {
    const place = await world(way);
    const { emulator, alice } = place;
    const handled = [];
    const rejected = [];
    const onReject = ({ status }) => void rejected.push(status);
    await hook(way, place, { deadlineMs: 50, onReject }, ({ message }) => void handled.push(message.text));
    emulator.fault({ kind: "slow", millis: 60_000, deliveries: true, times: 1 });
    alice.write("a");
    await emulator.advance("5s");
    assert.deepEqual([handled, rejected], [["a"], [408]]);
    assert.equal((await place.bot.getWebhookInfo()).last_error_message, "Wrong response from the webhook: 408");
  });

  test(`${way}: faults of deliveries affect one chat, at random by a seed, and no call`, async () => {
    const place = await world(way);
    const { emulator, alice } = place;
    const bob = emulator.user({ first_name: "Bob" });
    const handled = [];
    await hook(way, place, {}, ({ message }) => void handled.push(message.text));
    emulator.fault({ kind: "drop", deliveries: true, chat: bob.id, probability: 0.5, seed: 5 });
    assert.equal((await place.bot.getMe()).id, emulator.bot.id);
    const texts = Array.from({ length: 8 }, (_, number) => String(number));
    for (const text of texts) (alice.write(text), bob.write(`bob ${text}`));
    await emulator.advance("1h");
    assert.deepEqual(handled.filter((text) => !text.startsWith("bob")), texts);
    assert.deepEqual(handled.filter((text) => text.startsWith("bob")), texts.map((text) => `bob ${text}`));
    const failed = emulator.log().filter(({ kind, status }) => kind === "delivery" && status === undefined);
    assert.ok(failed.length > 0 && failed.every(({ update }) => update.message.chat.id === bob.id));
  });
}
