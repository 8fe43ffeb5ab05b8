// The emulator's state as a whole: snapshots, and time that passes quickly.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { createEmulator as forged } from "botwire/emulator";

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

test("the clock ends where dates need more than 32 bits", async () => {
  let now = 2 ** 31 * 1000 - 10_000;
  const emulator = createEmulator({ now: () => now });
  await assert.rejects(emulator.advance("10s"), { name: "RangeError", message: /ends at 2038-01-19 03:14:07 UTC/ });
  await emulator.advance("9s");
  assert.equal(emulator.user().write("hi").date, 2 ** 31 - 1);
  now += 1e9;
  assert.equal(emulator.users[0].write("late").date, 2 ** 31 - 1);
});

/** Bytes before the content of a snapshot: what it is, its version, its checksum. */
const HEAD = 20;
const NOT = /the bytes are not a snapshot of the emulator/;
const OTHER = /the snapshot has version \d+, this emulator loads version \d+/;
const DAMAGED = /the snapshot is damaged: bytes are missing or changed/;
/** The content has the right checksum, but cannot be read, or has what no emulator stores. */
const FORGED = /^the snapshot (is damaged: bytes are missing or changed|has at [^]+ what no emulator stores)$/;

/** Numbers from 0 to below, the same each time. */
function dice() {
  let state = 7;
  return (below) => (state = (state * 48_271) % 2_147_483_647) % below;
}

function changed(bytes, pick) {
  const copy = bytes.slice();
  if (pick(8) === 0) return copy.subarray(0, pick(bytes.length));
  for (let count = 1 + pick(4); count > 0; count--) copy[pick(bytes.length)] ^= 1 + pick(255);
  return copy;
}

/** Changes one value, somewhere in the state, to one that is likely to do harm. */
function forge(value, pick) {
  if (typeof value === "object" && value !== null && pick(30) > 0) {
    const keys = Object.keys(value);
    if (keys.length > 0) {
      const key = keys[pick(keys.length)];
      const copy = Array.isArray(value) ? value.slice() : { ...value };
      copy[key] = forge(copy[key], pick);
      return copy;
    }
  }
  const whole = [0, -1, 2 ** 31, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, value + 1];
  if (typeof value === "number") return whole[pick(whole.length)];
  if (typeof value === "string") return ["", "\u0000", value.repeat(3), "x"][pick(4)];
  return [null, {}, [], 5, !value][pick(5)];
}

test("a changed byte of a snapshot, or a cut, is refused with its reason", async () => {
  const emulator = createEmulator();
  emulator.user().write("hello");
  const bytes = emulator.save();
  createEmulator({ snapshot: bytes }).close();
  for (let at = 0; at < bytes.length; at++) {
    const copy = bytes.slice();
    copy[at] ^= 0x41;
    assert.throws(() => createEmulator({ snapshot: copy }), at < 8 ? NOT : at < 12 ? OTHER : DAMAGED, `byte ${at}`);
    assert.throws(() => createEmulator({ snapshot: bytes.subarray(0, at) }), at < 8 ? NOT : DAMAGED, `cut at ${at}`);
  }
  const pick = dice();
  for (let count = 0; count < 300; count++) emulator.users[0].write(`message ${count}`);
  const large = emulator.save();
  for (let run = 0; run < 10_000; run++) {
    const copy = changed(large, pick);
    if (Buffer.compare(copy, large) !== 0) assert.throws(() => createEmulator({ snapshot: copy }), /snapshot/);
  }
  emulator.close();
});

/** A snapshot of that content, with the checksum that fits: FNV-1a of 64 bits. */
function sealed(head, content) {
  let sum = 0xcbf29ce484222325n;
  for (const byte of content) sum = ((sum ^ BigInt(byte)) * 0x100000001b3n) & 0xffff_ffff_ffff_ffffn;
  const bytes = Buffer.concat([head, content]);
  bytes.writeBigUInt64LE(sum, 12);
  return new Uint8Array(bytes);
}

test("a forged snapshot is refused, or loads and answers JSON", async () => {
  const emulator = createEmulator();
  const alice = emulator.user({ id: 7 });
  alice.write("hello *you*");
  emulator.chat({ type: "supergroup", creator: alice, members: [emulator.bot] });
  await emulator.fetch(`${emulator.baseUrl}/bot${emulator.token}/sendPhoto?chat_id=7&photo=https://files.test/p.jpg`);
  const bytes = emulator.save();
  const [head, content, pick] = [bytes.subarray(0, HEAD), bytes.subarray(HEAD), dice()];
  const text = new TextDecoder().decode(content);
  assert.deepEqual(sealed(head, content), bytes);
  let loaded = 0;
  for (let run = 0; run < 1500; run++) {
    let copy;
    const by = run % 4 === 0 ? changed(content, pick) : Buffer.from(JSON.stringify(forge(JSON.parse(text), pick)));
    try {
      copy = forged({ snapshot: sealed(head, by), now: () => 1e12, webhook: () => new Response() });
    } catch (error) {
      assert.match(error.message, FORGED);
      continue;
    }
    loaded++;
    const { token = "1:x" } = copy.bots[0] ?? {};
    for (const call of ["getMe", "getUpdates", "getChat?chat_id=7", "sendMessage?chat_id=7&text=x", "setWebhook?url=https://bot.test/"]) {
      await (await copy.fetch(`${copy.baseUrl}/bot${token}/${call}`)).json();
    }
    for (const { id } of copy.chats()) {
      try {
        copy.act("messages", id < 0 ? { user: 7, chat: id } : { user: 7 });
      } catch (error) {
        // Who or what was forged away.
        assert.match(error.message, /^Bad Request: \w+ not found$/);
      }
    }
    await copy.settle();
    copy.log();
    copy.close();
  }
  assert.ok(loaded > 100, `${loaded}`);
  assert.ok(process.memoryUsage().arrayBuffers < 2 ** 28);
});

test("ten hours pass without a timer", async () => {
  let now = 1_700_000_000_000;
  const options = { now: () => now, webhook: () => new Response("", { status: 500 }) };
  const { emulator, alice } = await world(WAYS[0], { emulator: options });
  await emulator.fetch(`${emulator.baseUrl}/bot${emulator.token}/setWebhook?url=https://bot.test/`);
  for (let number = 0; number < 50; number++) alice.write("hi");
  // Nothing of the platform's clock passes.
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  await emulator.advance("10h");
  mock.timers.reset();
  assert.ok(emulator.log().length > 100);
});
