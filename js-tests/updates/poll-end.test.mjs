// poll(): a clean stop, a store that is down, and a handler that never ends.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { inOrder, memoryStore, poll, sessions } from "botwire";
import { passing, pending, polling, texts, wait } from "./polling.mjs";

describe("a clean stop", () => {
  test("repeats at most the updates whose handlers had not ended, and says how many", (context) =>
    polling(async ({ emulator, bot, stop }) => {
      const warn = context.mock.method(console, "warn", () => {});
      const users = Array.from({ length: 20 }, () => emulator.user());
      for (let round = 0; round < 5; round++) users.forEach((user, index) => user.write(`${index}.${round}`));
      const handled = [];
      const handler = async ({ message: { text } }) => {
        await wait(20 + (text.length % 3) * 30);
        handled.push(text);
      };
      void wait(300).then(() => stop.abort());
      await poll(bot, handler, { signal: stop.signal });
      const before = handled.length;
      assert.ok(before > 8 && before < 100, `${before}`);
      const [{ update_id: first }] = await pending(bot);
      const line = `poll: ended before ${100 - before} updates were handled; the service delivers those from update_id ${first} again`;
      assert.deepEqual(warn.mock.calls.map((call) => call.arguments), [[line]]);
      const again = new AbortController();
      void wait(60_000).then(() => again.abort());
      await poll(bot, handler, { signal: again.signal });
      assert.deepEqual([handled.length, new Set(handled).size], [100, 100]);
    }));
  test("says which single update it leaves to the next program", (context) =>
    polling(async ({ emulator, bot, stop }) => {
      const warn = context.mock.method(console, "warn", () => {});
      const alice = emulator.user();
      for (const text of ["a", "b"]) alice.write(text);
      await poll(bot, () => stop.abort(), { signal: stop.signal });
      const [{ update_id }] = await pending(bot);
      assert.deepEqual(warn.mock.calls.map((call) => call.arguments), [[`poll: ended before 1 update was handled; the service delivers update_id ${update_id} again`]]);
    }));
  test("finishes an update that waits below one that is done, also at its next try", () =>
    polling(async ({ emulator, bot, stop }) => {
      const [alice, bob] = [emulator.user(), emulator.user()];
      alice.write("low");
      bob.write("high");
      let runs = 0;
      const handler = ({ message: { text } }) => {
        if (text === "low" && ++runs === 1) throw passing("network");
        if (text === "high") void wait(100).then(() => stop.abort());
      };
      await poll(bot, handler, { signal: stop.signal, onError() {} });
      assert.deepEqual([runs, await pending(bot)], [2, []]);
    }));
  test("prefers the lowest update when a place is free", () =>
    polling(async ({ emulator, bot, stop }) => {
      const users = Array.from({ length: 6 }, () => emulator.user());
      for (let round = 0; round < 2; round++) users.forEach((user, index) => user.write(String(round * 6 + index)));
      const begun = [];
      const handler = async ({ message: { text } }) => {
        if (begun.push(Number(text)) === 12) stop.abort();
        await wait(10);
      };
      await poll(bot, handler, { signal: stop.signal, concurrency: 1 });
      assert.deepEqual(begun, Array.from({ length: 12 }, (_, index) => index));
    }));
});

describe("a store that is down for 10 s loses nothing, uses up no attempt, and confirms nothing meanwhile", () => {
  for (const [what, wrap] of Object.entries({
    inOrder: (store, handler) => inOrder({ store }, handler),
    sessions: (store, handler) => sessions({ store, initial: () => ({ count: 0 }) }, (update, context) => (context.session.count++, handler(update, context))),
  })) {
    for (const hasStore of [false, true]) {
      test(`${what}, ${hasStore ? "with the same store" : "without a store"} for poll`, () =>
        polling(async ({ emulator, bot, stop, now }) => {
          const memory = memoryStore();
          const isDown = () => now() > 1000 && now() < 11_000;
          const store = Object.fromEntries(Object.entries(memory).map(([name, act]) => [name, async (...values) => {
            if (isDown()) throw new Error("connect ECONNREFUSED");
            return act(...values);
          }]));
          const users = Array.from({ length: 10 }, () => emulator.user());
          void (async () => {
            for (let round = 0; round < 3; round++) {
              users.forEach((user, index) => user.write(`${index}.${round}`));
              await wait(1000);
            }
          })();
          const handled = [];
          const handler = ({ message: { text } }) => void (handled.push(text) === 30 && wait(5000).then(() => stop.abort()));
          const attempts = [];
          const onError = (_, { attempt }) => void attempts.push(attempt);
          void wait(10_000).then(async () => assert.ok((await pending(bot)).length > 0));
          void wait(120_000).then(() => stop.abort());
          await poll(bot, wrap(store, handler), { signal: stop.signal, attempts: 1, onError, ...(hasStore && { store }) });
          assert.deepEqual([new Set(handled).size, handled.length, texts(await pending(bot))], [30, 30, []]);
          assert.ok(attempts.every((attempt) => attempt === 1));
          if (what === "sessions") for (const { id } of users) assert.equal(JSON.parse(memory.read(`${bot.id}:session:chat:${id}`)).session.count, 3);
        }));
    }
  }
});

test("a handler that never ends holds up polling after 100 updates, and the console says so once", (t) => {
  const { mock } = t.mock.method(console, "warn", () => {});
  return polling(async ({ emulator, bot, stop }) => {
    for (let count = 0; count < 150; count++) emulator.user().write(String(count));
    const handled = [];
    let end;
    const handler = ({ message: { text } }) => (text === "0" ? new Promise((resolve) => (end = resolve)) : void handled.push(text));
    void wait(120_000).then(() => (stop.abort(), end()));
    await poll(bot, handler, { signal: stop.signal });
    assert.equal(handled.length, 99);
    const lines = mock.calls.map(({ arguments: [line] }) => line);
    assert.deepEqual([lines.length, /^poll: 100 updates are waiting for the handler of an earlier one/.test(lines[0])], [1, true]);
  });
});
