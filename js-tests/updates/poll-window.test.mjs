// poll(): the service returns 100 updates starting with the oldest unconfirmed one. A slow update does not block later ones.
import assert from "node:assert/strict";
import { test } from "node:test";
import { on, poll, reply } from "botwire";
import { calls, passing, pending, polling, until, wait } from "./polling.mjs";

const HOUR_S = 3600;

/** So many users, each of whom has written. */
const writers = (emulator, count) => Array.from({ length: count }, () => {
  const user = emulator.user();
  user.write("hi");
  return user;
});
const answering = on({ message: (message, { bot }) => bot.call(reply(message, "x")) });
const isAnswered = (user) => user.messages().length === 2;

test("an update that has to wait for an hour is handled once more at once, reported to onError, and skipped", () =>
  polling(async ({ emulator, bot, stop, now }) => {
    const [slow, ...others] = writers(emulator, 251);
    emulator.fault({ kind: "rate_limit", retry_after: HOUR_S, chat: slow.id, method: "sendMessage" });
    const seen = [];
    const started = now();
    void until(() => others.every(isAnswered)).then(() => stop.abort());
    const onError = (_, { willRetry }) => void seen.push(willRetry);
    await poll(bot, answering, { signal: stop.signal, onError });
    assert.deepEqual(seen, [true, false]);
    assert.ok(now() - started < 60_000, `${now() - started} ms`);
    assert.deepEqual(await pending(bot), []);
  }));

test("an update waits as long as the service asks while it holds up no other chat", () =>
  polling(async ({ emulator, bot, stop, now }) => {
    const [slow, ...others] = writers(emulator, 90);
    emulator.fault({ kind: "rate_limit", retry_after: HOUR_S, chat: slow.id, method: "sendMessage", times: 1 });
    const started = now();
    void until(() => isAnswered(slow), 1000).then(() => stop.abort());
    await poll(bot, answering, { signal: stop.signal, onError() {} });
    assert.ok(now() - started >= HOUR_S * 1000 && others.every(isAnswered));
  }));

test("back-offs of an outage are not cut short", () =>
  polling(async ({ emulator, bot, stop, now }) => {
    const users = writers(emulator, 150);
    const end = now() + 3000;
    const seen = [];
    const handler = on({ message: (message) => (now() < end ? Promise.reject(passing("no network")) : reply(message, "x")) });
    void until(() => users.every(isAnswered)).then(() => stop.abort());
    await poll(bot, handler, { signal: stop.signal, onError: (_, { willRetry }) => void seen.push(willRetry) });
    assert.ok(seen.length > 0 && seen.every(Boolean), seen.join());
  }));

test("limit: 1 lets several chats be handled at once", () =>
  polling(async ({ emulator, bot, stop }) => {
    const users = writers(emulator, 12);
    let running = 0;
    let most = 0;
    const handler = on({
      message: async (message) => {
        most = Math.max(most, ++running);
        await wait(5000);
        running--;
        return reply(message, "x");
      },
    });
    void until(() => users.every(isAnswered)).then(() => stop.abort());
    await poll(bot, handler, { signal: stop.signal, limit: 1, concurrency: 4 });
    assert.equal(most, 4);
    assert.ok(calls(emulator, "getUpdates").every(({ parameters: { limit } }) => limit >= 1 && limit <= 100));
  }));
