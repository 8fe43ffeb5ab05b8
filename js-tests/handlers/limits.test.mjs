// usersLimit and ignoreOlderThan: what they ignore, and what they never do.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Bot, ignoreOlderThan, on, poll, registerWebhook, usersLimit } from "botwire";
import { createEmulator } from "botwire/emulator";

let now = 0;
const clock = { now: () => now, setTimeout, clearTimeout };
const bot = new Bot({ baseUrl: "https://service.example", token: "1:secret", fetch: async () => new Response(), clock });
const from = (id) => ({ id, is_bot: false, first_name: "A" });
let updates = 0;
const message = (id, more) => ({ update_id: ++updates, message: { message_id: 1, date: Math.floor(Date.now() / 1000), chat: { id, type: "private" }, from: from(id), ...more } });

test("usersLimit counts each user for a minute, and never a payment or a post", async () => {
  const handled = [];
  const limited = [];
  const handler = usersLimit({ perMinute: 2, onLimit: (update) => void limited.push(update) }, (update) => void handled.push(update));
  const give = (update) => handler(update, { bot });
  for (let count = 0; count < 3; count++) give(message(1));
  give(message(2));
  assert.deepEqual([handled.length, limited.length], [3, 1]);
  for (const update of [
    { update_id: ++updates, pre_checkout_query: { id: "1", from: from(1) } },
    { update_id: ++updates, shipping_query: { id: "1", from: from(1) } },
    message(1, { successful_payment: {} }),
    { update_id: ++updates, channel_post: { message_id: 1, date: 1, chat: { id: -1, type: "channel" } } },
  ]) give(update);
  assert.deepEqual([handled.length, limited.length], [7, 1]);
  give({ update_id: ++updates, callback_query: { id: "1", from: from(1) } });
  assert.equal(limited.length, 2);
  now += 60_001;
  give(message(1));
  assert.equal(handled.length, 8);
  for (let user = 10; user < 20_010; user++) give(message(user));
  now += 60_001;
  give(message(5));
  assert.equal(handled.length, 20_009);
});

test("an update that comes again after a failure is handled, whatever its age and the limit", () => {
  for (const limit of [(handler) => usersLimit({ perMinute: 1 }, handler), (handler) => ignoreOlderThan(60, handler)]) {
    now = 1e12;
    let runs = 0;
    const handler = limit(() => {
      if (++runs === 1) throw new Error("down");
    });
    const update = message(1, { date: 1e9 });
    assert.throws(() => handler(update, { bot }), /down/);
    now += 61_000;
    handler(message(1, { date: 1e9 + 61 }), { bot });
    // The message is now too old, and the user has written another one in the last minute.
    handler(structuredClone(update), { bot });
    assert.equal(runs, 3);
  }
});

test("ignoreOlderThan takes the time of the option `clock`", async () => {
  const emulator = createEmulator({ now: () => Date.UTC(2018, 5, 1) });
  const alice = emulator.user();
  const bot = new Bot({ baseUrl: emulator.baseUrl, token: emulator.token, fetch: emulator.fetch, clock: emulator.clock });
  alice.write("old");
  await emulator.advance("2m");
  alice.write("new");
  const handled = [];
  const handler = ignoreOlderThan(60, ({ message: { text } }) => void handled.push(text));
  for (const update of await bot.getUpdates()) await handler(update, { bot });
  assert.deepEqual(handled, ["new"]);
});

test("ignoreOlderThan ignores old messages and posts only", () => {
  const bot = new Bot({ baseUrl: "https://service.example", token: "1:secret", fetch: async () => new Response() });
  const handled = [];
  const handler = ignoreOlderThan(60, (update) => void handled.push(update));
  const old = Math.floor(Date.now() / 1000) - 61;
  for (const update of [message(1, { date: old }), { update_id: ++updates, channel_post: { date: old } }]) handler(update, { bot });
  assert.equal(handled.length, 0);
  for (const update of [message(1), message(1, { date: old, successful_payment: {} }), { update_id: ++updates, edited_message: { date: old } }, { update_id: ++updates, callback_query: { message: { date: old } } }, { update_id: ++updates, inline_query: {} }]) handler(update, { bot });
  assert.equal(handled.length, 5);
});

test("refuse wrong arguments, and keep the kinds of their handler", async () => {
  for (const wrong of [{}, { perMinute: 0 }, { perMinute: 5, onLimit: 5 }, { perHour: 5 }]) assert.throws(() => usersLimit(wrong, () => {}), { kind: "validation", method: "usersLimit" });
  assert.throws(() => usersLimit({ perMinute: 1 }), { kind: "validation", path: "handler" });
  for (const wrong of [undefined, -1, "60"]) assert.throws(() => ignoreOlderThan(wrong, () => {}), { kind: "validation", path: "seconds" });
  const service = new Bot({ baseUrl: "https://service.example", token: "1:secret", fetch: async () => Response.json({ ok: true, result: { url: "https://bot.example/hook", has_custom_certificate: false, pending_update_count: 0, allowed_updates: ["poll"] } }) });
  const { missing } = await registerWebhook(service, { url: "https://bot.example/hook", handler: ignoreOlderThan(5, usersLimit({ perMinute: 1 }, on({ inline_query: () => {} }))) });
  assert.deepEqual(missing, ["inline_query"]);
});
