// Our own client under every fault of the emulator: nothing lost, nothing sent twice, no token anywhere; and snapshots.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { Bot } from "botwire";
import { createEmulator } from "botwire/emulator";

const open = [];
afterEach(() => open.splice(0).forEach((emulator) => emulator.close()));

function world(options) {
  const emulator = createEmulator(options);
  open.push(emulator);
  const bot = new Bot({ baseUrl: emulator.baseUrl, token: emulator.token, fetch: emulator.fetch });
  return { emulator, bot, alice: emulator.user({ first_name: "Alice" }) };
}

/** What a call ends with: its result, or the kind of its error, which must not hold the token. */
async function end(emulator, call) {
  try {
    return await call;
  } catch (error) {
    const told = [error.message, error.stack, String(error.cause?.message), JSON.stringify(error)].join();
    assert.ok(!told.includes(emulator.token));
    return error.kind;
  }
}

for (const [fault, kind, sent] of [
  [{ what: "flood", retry_after: 100_000 }, "api", 0],
  [{ what: "error", error_code: 500 }, "api", 0],
  [{ what: "page", status: 502 }, "http", 0],
  [{ what: "drop" }, "network", 0],
  [{ what: "drop_after" }, "network", 1],
  [{ what: "cut_off" }, "network", 1],
  [{ what: "slow", millis: 30 }, undefined, 1],
]) {
  test(`sendMessage under ${fault.what}: told as ${kind ?? "a success"}, never sent twice`, async () => {
    const { emulator, bot, alice } = world();
    emulator.fault({ ...fault, method: "sendMessage", times: 1 });
    const ended = await end(emulator, bot.sendMessage({ chat_id: alice.id, text: "once" }));
    if (kind === undefined) assert.equal(ended.text, "once");
    else assert.equal(ended, kind);
    assert.equal(alice.messages().length, sent);
    assert.ok(!JSON.stringify(emulator.log()).includes(emulator.token));
  });
}

test("polling under each fault loses nothing and repeats nothing", async () => {
  const faults = ["drop", "drop_after", "cut_off", "page", "error", "flood", "duplicate"];
  await Promise.all(faults.map(async (what) => {
    const { emulator, bot, alice } = world();
    emulator.fault({ what, method: "getUpdates", times: 1 });
    const expected = Array.from({ length: 7 }, (_, number) => String(number));
    for (const text of expected) alice.write(text);
    const seen = [];
    for await (const update of bot.updates({ timeout: 1, limit: 3 })) {
      seen.push(update.message.text);
      if (seen.includes("6")) break;
    }
    assert.deepEqual(seen, expected, what);
  }));
});

test("a migration is followed by its new identifier", async () => {
  const { emulator, bot, alice } = world();
  const group = emulator.chat({ creator: alice, members: [emulator.bot] });
  emulator.fault({ what: "migration", chat: group.id, times: 1 });
  const error = await bot.sendMessage({ chat_id: group.id, text: "x" }).catch((reason) => reason);
  const { migrate_to_chat_id } = error.parameters;
  assert.equal((await bot.sendMessage({ chat_id: migrate_to_chat_id, text: "x" })).chat.type, "supergroup");
});

test("a snapshot brings bots, users, chats and the clock back", async () => {
  const { emulator, bot, alice } = world();
  await emulator.advance("8d");
  alice.write("before");
  await bot.sendMessage({ chat_id: alice.id, text: "after" });
  const bytes = emulator.save();
  const { emulator: copy } = world({ snapshot: bytes });
  assert.deepEqual([copy.token, copy.users[0].user], [emulator.token, alice.user]);
  assert.deepEqual(copy.users[0].messages(), alice.messages());
  const { result } = await (await copy.fetch(`${copy.baseUrl}/bot${copy.token}/getUpdates`)).json();
  assert.deepEqual(result.map(({ message }) => message.text), ["before"]);
  assert.throws(() => createEmulator({ snapshot: new Uint8Array(3) }), /snapshot/);
});

test("ten hours pass in a second", async () => {
  let now = 1_700_000_000_000;
  const { emulator, alice } = world({ now: () => now, webhook: () => new Response("", { status: 500 }) });
  await emulator.fetch(`${emulator.baseUrl}/bot${emulator.token}/setWebhook?url=https://bot.test/`);
  for (let number = 0; number < 50; number++) alice.write("hi");
  const started = performance.now();
  await emulator.advance("10h");
  assert.ok(performance.now() - started < 1000);
  assert.ok(emulator.log().length > 100);
});
