// poll() under random schedules: slow, throwing and aborting handlers, faults of the service, restarts. Each update is
// handled at least once, in the order of its chat, and none is lost.
import assert from "node:assert/strict";
import { test } from "node:test";
import { poll } from "botwire";
import { mulberry32 } from "../support/random.mjs";
import { passing, pending, polling, wait } from "./polling.mjs";

const FAULTS = [{ kind: "drop" }, { kind: "drop_after" }, { kind: "cut_off" }, { kind: "page" }, { kind: "error" }, { kind: "rate_limit", retry_after: 2 }];
const CHATS = 5;
const MESSAGES = 60;
/** More than one update fails in a row. */
const ATTEMPTS = 21;

for (let seed = 1; seed <= 12; seed++) {
  test(`seed ${seed}`, () =>
    polling(async ({ emulator, bot, now }) => {
      const next = mulberry32(seed);
      const users = Array.from({ length: CHATS }, () => emulator.user());
      for (const [index, fault] of FAULTS.entries()) emulator.fault({ ...fault, method: "getUpdates", probability: 0.06, seed: seed + 100 * index });
      // Completed updates by chat, and running ones.
      const handled = new Map(users.map(({ id }) => [id, []]));
      const running = new Set();
      let most = 0;
      let stop;
      const handler = async ({ message: { chat, text } }) => {
        assert.ok(!running.has(chat.id), "two updates of a chat at the same time");
        running.add(chat.id);
        most = Math.max(most, running.size);
        try {
          if (next() < 0.5) await wait(Math.floor(next() * 4000));
          if (next() < 0.03) stop.abort();
          if (next() < 0.2) throw passing("random");
          if (next() < 0.3) await wait(Math.floor(next() * 100));
          handled.get(chat.id).push(Number(text));
        } finally {
          running.delete(chat.id);
        }
      };
      const write = async () => {
        for (let number = 0; number < MESSAGES; number++) {
          users[Math.floor(next() * CHATS)].write(String(number));
          if (next() < 0.3) await wait(Math.floor(next() * 2000));
        }
      };
      const writing = write();
      let isWritten = false;
      void writing.then(() => (isWritten = true));
      let rounds = 0;
      const count = () => new Set([...handled.values()].flat()).size;
      while (!isWritten || count() < MESSAGES) {
        assert.ok(++rounds < 200 && now() < 3_600_000, `${count()} of ${MESSAGES} handled`);
        stop = new AbortController();
        const timer = setTimeout(() => stop.abort(), 30_000);
        await poll(bot, handler, { signal: stop.signal, timeout: 5, limit: 7, concurrency: 3, attempts: ATTEMPTS, onError: () => {}, onRetry: () => {} });
        clearTimeout(timer);
        assert.equal(running.size, 0, "handlers run after the end");
      }
      emulator.clearFaults();
      // The last confirmation may have failed: unconfirmed updates come again, and are already handled.
      const unconfirmed = (await pending(bot)).map(({ message }) => Number(message.text));
      assert.deepEqual(unconfirmed.filter((number) => ![...handled.values()].flat().includes(number)), []);
      assert.ok(most <= 3 && most > 1, `${most} at the same time`);
      for (const numbers of handled.values()) {
        // If a confirmation was lost, the updates after it come again, in order.
        const first = numbers.filter((number, index) => numbers.indexOf(number) === index);
        assert.deepEqual(first, [...first].sort((a, b) => a - b));
      }
    }));
}
