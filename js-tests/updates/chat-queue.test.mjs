// poll(): the frequency of requests while chats are busy, and no remaining timers at the end.
import assert from "node:assert/strict";
import { test } from "node:test";
import { poll } from "botwire";
import { calls, polling, wait } from "./polling.mjs";

test("an update that is done lets no poll come sooner while another chat is busy", () =>
  polling(async ({ emulator, bot, stop }) => {
    const [alice, bob] = [emulator.user(), emulator.user()];
    alice.write("slow");
    for (let count = 0; count < 40; count++) bob.write("quick");
    const handler = async ({ message }) => {
      await wait(message.text === "slow" ? 1000 : 10);
      if (message.text === "slow") stop.abort();
    };
    await poll(bot, handler, { signal: stop.signal });
    const asked = calls(emulator, "getUpdates").length;
    // One in 15 ms, and not one for each that is done.
    assert.ok(asked <= 73, `${asked} calls`);
  }));

test("after the signal no timer runs but those of the handlers", () =>
  polling(async ({ emulator, bot, stop, timers }) => {
    emulator.user().write("a");
    const running = [];
    const handler = async () => {
      stop.abort();
      for (let second = 0; second < 5; second++) {
        await wait(1000);
        running.push(timers());
      }
    };
    await poll(bot, handler, { signal: stop.signal });
    // The timer that aborts the signal of the context.
    assert.deepEqual(running, [1, 1, 1, 1, 1]);
  }));

test("a handler that fails some time after the signal leaves no timer", () =>
  polling(async ({ emulator, bot, stop, timers }) => {
    emulator.user().write("a");
    const handler = async () => {
      stop.abort();
      await wait(1000);
      throw new Error("no");
    };
    await poll(bot, handler, { signal: stop.signal, onError() {} });
    assert.equal(timers(), 0);
  }));
