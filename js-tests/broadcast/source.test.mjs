// The chats that a broadcast reads: how far ahead, and a source that throws or keeps it waiting.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { broadcast } from "botwire";
import { all, make, serving } from "./serving.mjs";

describe("how far it reads ahead", () => {
  test("chats of an async iterable are read as results are taken", async () => {
    await serving(() => undefined, async ({ bot }) => {
      let read = 0;
      let taken = 0;
      async function* rows() {
        for (; read < 30; read++) yield read;
      }
      for await (const { chat_id } of broadcast(bot, rows(), make, { concurrency: 4 })) {
        assert.equal(chat_id, taken++);
        for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
        assert.ok(read <= taken + 4, `${read} read, ${taken} taken`);
      }
      assert.equal(taken, 30);
    });
  });
  test("a source that throws ends it after the results of what was started", async () => {
    await serving(() => undefined, async ({ bot }) => {
      function* rows() {
        yield 1;
        yield 2;
        throw new RangeError("the database is gone");
      }
      const taken = [];
      await assert.rejects(async () => {
        for await (const { chat_id } of broadcast(bot, rows(), make)) taken.push(chat_id);
      }, RangeError);
      assert.deepEqual(taken, [1, 2]);
    });
  });
});

describe("a source that keeps it waiting", () => {
  /** Yields two chats, then waits forever. */
  async function* stalling() {
    yield 1;
    yield 2;
    await new Promise(() => {});
  }
  test("the results of calls that are over are given meanwhile", () =>
    serving(() => undefined, async ({ bot }) => {
      const results = broadcast(bot, stalling(), make);
      const taken = [await results.next(), await results.next()];
      assert.deepEqual(taken.map(({ value }) => [value.chat_id, value.cursor]), [[1, 1], [2, 2]]);
    }));
  test("the signal ends the iteration", () =>
    serving(() => undefined, async ({ bot, now }) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 5000);
      const results = await all(broadcast(bot, stalling(), make, { signal: controller.signal }));
      assert.deepEqual([results.map(({ chat_id }) => chat_id), now()], [[1, 2], 5000]);
    }));
  test("the signal ends it while chats are skipped too", () =>
    serving(() => undefined, async ({ bot, started }) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 5000);
      assert.deepEqual(await all(broadcast(bot, stalling(), make, { signal: controller.signal, cursor: 10 })), []);
      assert.deepEqual(started, []);
    }));
  test("a break ends it, and a chat that comes after that is sent nothing", () =>
    serving(() => undefined, async ({ bot, started }) => {
      let give;
      async function* rows() {
        yield 1;
        yield await new Promise((resolve) => (give = resolve));
      }
      for await (const _ of broadcast(bot, rows(), make)) break;
      give(2);
      await new Promise((resolve) => setTimeout(resolve, 5000));
      assert.deepEqual(started.map(({ chat_id }) => chat_id), [1]);
    }));
  test("what it throws after the end is ignored", () =>
    serving(() => undefined, async ({ bot }) => {
      let fail;
      async function* rows() {
        yield 1;
        await new Promise((_, reject) => (fail = reject));
      }
      for await (const _ of broadcast(bot, rows(), make)) break;
      fail(new RangeError("the database is gone"));
      await new Promise((resolve) => setTimeout(resolve, 5000));
    }));
});
