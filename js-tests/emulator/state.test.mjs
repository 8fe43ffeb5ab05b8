// The emulator's state as a whole: snapshots, and time that passes quickly.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { createEmulator } from "../support/closed.mjs";
import { WAYS, world } from "./ways.mjs";

test("a snapshot brings bots, users, chats and the clock back", async () => {
  const { emulator, bot, alice } = await world(WAYS[0]);
  await emulator.advance("8d");
  alice.write("before");
  await bot.sendMessage({ chat_id: alice.id, text: "after" });
  const bytes = emulator.save();
  const { emulator: copy } = await world(WAYS[0], { emulator: { snapshot: bytes } });
  assert.deepEqual([copy.token, copy.users[0].user], [emulator.token, alice.user]);
  assert.deepEqual(copy.users[0].messages(), alice.messages());
  const { result } = await (await copy.fetch(`${copy.baseUrl}/bot${copy.token}/getUpdates`)).json();
  assert.deepEqual(result.map(({ message }) => message.text), ["before"]);
  assert.throws(() => createEmulator({ snapshot: new Uint8Array(3) }), /not a snapshot of the emulator/);
});

test("a bot with a lower identifier does not become the first one, nor by a snapshot", async () => {
  const emulator = createEmulator({ bots: [{ token: "42:secret" }] });
  emulator.act("add_bot", { token: "5:other" });
  const alice = emulator.user();
  alice.write("hi");
  const updates = async ({ fetch, baseUrl }, token) => (await (await fetch(`${baseUrl}/bot${token}/getUpdates`)).json()).result.length;
  assert.deepEqual([emulator.bot.id, await updates(emulator, "42:secret"), await updates(emulator, "5:other")], [42, 1, 0]);
  const copy = createEmulator({ snapshot: emulator.save() });
  copy.users[0].write("again");
  assert.deepEqual([copy.bot.id, await updates(copy, "42:secret"), await updates(copy, "5:other")], [42, 2, 0]);
});

test("ten hours pass without a timer", async () => {
  let now = 1_700_000_000_000;
  const options = { now: () => now, webhook: () => new Response("", { status: 500 }) };
  const { emulator, alice } = await world(WAYS[0], { emulator: options });
  await emulator.fetch(`${emulator.baseUrl}/bot${emulator.token}/setWebhook?url=https://bot.test/`);
  for (let number = 0; number < 50; number++) alice.write("hi");
  // The platform's clock is stopped.
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  await emulator.advance("10h");
  mock.timers.reset();
  assert.ok(emulator.log().length > 100);
});
