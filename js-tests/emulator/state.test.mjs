// The emulator's state as a whole: snapshots, and time that passes quickly.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createEmulator } from "botwire/emulator";

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
  assert.throws(() => createEmulator({ snapshot: new Uint8Array(3) }), /snapshot/);
});

test("ten hours pass in a second", async () => {
  let now = 1_700_000_000_000;
  const options = { now: () => now, webhook: () => new Response("", { status: 500 }) };
  const { emulator, alice } = await world(WAYS[0], { emulator: options });
  await emulator.fetch(`${emulator.baseUrl}/bot${emulator.token}/setWebhook?url=https://bot.test/`);
  for (let number = 0; number < 50; number++) alice.write("hi");
  const started = performance.now();
  await emulator.advance("10h");
  assert.ok(performance.now() - started < 1000);
  assert.ok(emulator.log().length > 100);
});
