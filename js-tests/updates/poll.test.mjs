// poll(): the handlers of webhooks by long polling. Order, confirmation and repeats.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { inspect } from "node:util";
import { memoryStore, on, poll } from "botwire";
import { mortal, storeWith } from "../support/stores.mjs";
import { calls, passing, pending, polling, texts, until, wait } from "./polling.mjs";

const quiet = () => {};
const numbers = (count) => Array.from({ length: count }, (_, index) => String(index));

describe("order", () => {
  test("one at a time in a chat, in order; those of other chats at the same time", () =>
    polling(async ({ emulator, bot, stop }) => {
      const [alice, bob] = [emulator.user(), emulator.user()];
      for (const text of numbers(3)) {
        alice.write(`a${text}`);
        bob.write(`b${text}`);
      }
      const events = [];
      const handler = on({
        async message({ text }) {
          events.push(`+${text}`);
          await wait(text.startsWith("a") ? 1000 : 10);
          events.push(`-${text}`);
          if (text === "a2") stop.abort();
        },
      });
      await poll(bot, handler, { signal: stop.signal });
      assert.deepEqual(events, ["+a0", "+b0", "-b0", "+b1", "-b1", "+b2", "-b2", "-a0", "+a1", "-a1", "+a2", "-a2"]);
    }));
  test("no more chats at the same time than `concurrency`", () =>
    polling(async ({ emulator, bot, stop }) => {
      for (const text of numbers(20)) emulator.user().write(text);
      let running = 0;
      let most = 0;
      let handled = 0;
      const handler = async () => {
        most = Math.max(most, ++running);
        await wait(100);
        running--;
        if (++handled === 20) stop.abort();
      };
      await poll(bot, handler, { signal: stop.signal, concurrency: 3 });
      assert.deepEqual([handled, most], [20, 3]);
    }));
  test("an update that comes while another chat is busy does not wait for that", () =>
    polling(async ({ emulator, bot, stop, now }) => {
      const [alice, bob] = [emulator.user(), emulator.user()];
      alice.write("slow");
      let handledAt;
      const handler = async ({ message }) => {
        if (message.text === "slow") {
          await wait(2000);
          bob.write("quick");
          await wait(60_000);
          stop.abort();
        } else handledAt = now();
      };
      await poll(bot, handler, { signal: stop.signal });
      // After a second without anything new, a pause lasts for a fiftieth of the time since.
      assert.ok(handledAt >= 2000 && handledAt <= 2040, `handled at ${handledAt} ms`);
      // Ever fewer calls while the chat is busy, not one after the other.
      assert.ok(calls(emulator, "getUpdates").length < 400, `${calls(emulator, "getUpdates").length} calls`);
    }));
  test("a query belongs to its user's chat", () =>
    polling(async ({ emulator, bot, stop }) => {
      const alice = emulator.user();
      alice.write("a");
      void alice.type("b").catch(quiet);
      const events = [];
      const handler = async (_, { updateKind }) => {
        events.push(`+${updateKind}`);
        await wait(100);
        events.push(`-${updateKind}`);
        if (updateKind === "inline_query") stop.abort();
      };
      await poll(bot, handler, { signal: stop.signal });
      assert.deepEqual(events, ["+message", "-message", "+inline_query", "-inline_query"]);
    }));
});

describe("confirmation", () => {
  test("only up to the first update that is not done; the rest comes again", () =>
    polling(async ({ emulator, bot, botOf }) => {
      const users = numbers(4).map(() => emulator.user());
      users.forEach((user, index) => user.write(String(index)));
      let isDead = false;
      const crashing = botOf(emulator, (url, init) => (isDead ? new Promise(quiet) : emulator.fetch(url, init)));
      const handled = [];
      // The second one hangs; the process dies after the others were handled and another poll confirmed the first.
      void poll(crashing, async ({ message: { text } }) => (text === "1" ? new Promise(quiet) : void handled.push(text)), {});
      await until(() => handled.length === 3);
      await wait(2000);
      isDead = true;
      assert.deepEqual(texts(await pending(bot)), ["1", "2", "3"]);
      const again = [];
      const stop = new AbortController();
      await poll(bot, ({ message: { text } }) => void (again.push(text) === 3 && stop.abort()), { signal: stop.signal });
      assert.deepEqual(again, ["1", "2", "3"]);
      assert.deepEqual(await pending(bot), []);
    }));
  test("a store that never answers is reported, and asked again", () =>
    polling(async ({ emulator, bot, stop }) => {
      let isSilent = true;
      const store = memoryStore();
      const claim = (...question) => (isSilent ? new Promise(() => {}) : store.claim(...question));
      const errors = [];
      const onError = ({ message }) => {
        isSilent = false;
        errors.push(message);
      };
      emulator.user().write("a");
      const handled = [];
      await poll(bot, ({ message: { text } }) => (stop.abort(), void handled.push(text)), { store: { ...store, claim }, onError, signal: stop.signal });
      assert.deepEqual([errors, handled], [["poll: store.claim: no answer within 30 s"], ["a"]]);
    }));

  test("with a store, what was handled before the crash is not handled again", () =>
    polling(async ({ emulator, bot, botOf }) => {
      const users = numbers(3).map(() => emulator.user());
      users.forEach((user, index) => user.write(String(index)));
      const store = memoryStore();
      let isDead = false;
      const crashing = botOf(emulator, (url, init) => (isDead ? new Promise(quiet) : emulator.fetch(url, init)));
      const handled = [];
      void poll(crashing, async ({ message: { text } }) => (text === "0" ? new Promise(quiet) : void handled.push(text)), { store: mortal(store, () => isDead) });
      await until(() => handled.length === 2);
      isDead = true;
      await wait(16_000);
      const again = [];
      const stop = new AbortController();
      void wait(1000).then(() => stop.abort());
      await poll(bot, ({ message: { text } }) => void again.push(text), { store: () => store, signal: stop.signal });
      assert.deepEqual([again, await pending(bot)], [["0"], []]);
    }));
  test("each update once, also while polls repeat those that wait for one before them", () =>
    polling(async ({ emulator, bot, stop }) => {
      const users = numbers(5).map(() => emulator.user());
      users.forEach((user, index) => user.write(String(index)));
      const handled = [];
      const handler = async ({ message: { text } }) => {
        if (text === "0") await wait(10_000);
        handled.push(text);
        if (text === "0") stop.abort();
      };
      await poll(bot, handler, { signal: stop.signal });
      assert.deepEqual(handled, ["1", "2", "3", "4", "0"]);
      assert.deepEqual(await pending(bot), []);
    }));
});

describe("a handler that throws", () => {
  test("an error of the program is reported once and given up: a second run would repeat it", () =>
    polling(async ({ emulator, bot, stop }) => {
      const alice = emulator.user();
      alice.write("bad");
      alice.write("good");
      const reported = [];
      const texts = [];
      const handler = ({ message: { text } }) => {
        texts.push(text);
        if (text === "good") stop.abort();
        else throw new Error("a bug");
      };
      await poll(bot, handler, { signal: stop.signal, onError: ({ message }, { attempt, willRetry }) => void reported.push([message, attempt, willRetry]) });
      assert.deepEqual([texts, reported], [["bad", "good"], [["a bug", 1, false]]]);
    }));
  test('an error of the program again where onError says "retry"', () =>
    polling(async ({ emulator, bot, stop }) => {
      emulator.user().write("a");
      let count = 0;
      const handler = () => {
        if (++count === 6) return stop.abort();
        throw new Error("no database");
      };
      const seen = [];
      await poll(bot, handler, { signal: stop.signal, onError: (_, { attempt }) => (seen.push(attempt), "retry") });
      assert.deepEqual([count, seen], [6, [1, 2, 3, 4, 4]]);
    }));
  test("what may pass is called `attempts` times with waits that grow, reported each time, and given up", () =>
    polling(async ({ emulator, bot, stop, now }) => {
      const [alice, bob] = [emulator.user(), emulator.user()];
      alice.write("bad");
      alice.write("good");
      bob.write("other");
      const events = [];
      const own = passing("the handler's");
      const handler = ({ message: { text } }) => {
        events.push([text, now()]);
        if (text === "good") stop.abort();
        if (text === "bad") throw own;
      };
      const reported = [];
      await poll(bot, handler, {
        signal: stop.signal,
        attempts: 3,
        onError: (error, { update, attempt, willRetry }) => void reported.push([error, update.message.text, attempt, willRetry]),
      });
      assert.deepEqual(reported, [1, 2, 3].map((attempt) => [own, "bad", attempt, attempt < 3]));
      assert.deepEqual(events.map(([text]) => text), ["bad", "other", "bad", "bad", "good"]);
      const [first, , second, third] = events.map(([, at]) => at);
      assert.ok(second - first >= 500 && second - first <= 1001, `${second - first}`);
      assert.ok(third - second >= 1000 && third - second <= 2001, `${third - second}`);
      assert.deepEqual(await pending(bot), []);
    }));
  test("and an onError that throws: the console shows both errors, and the update is repeated", ({ mock }) =>
    polling(async ({ emulator, bot, stop }) => {
      const shown = mock.method(console, "error", () => {});
      emulator.user().write("a");
      let count = 0;
      const handler = () => {
        if (++count === 2) stop.abort();
        throw passing("the handler's");
      };
      const onError = () => Promise.reject(new Error("the reporter's"));
      await poll(bot, handler, { signal: stop.signal, attempts: 2, onError });
      assert.equal(count, 2);
      assert.deepEqual(shown.mock.calls.map(({ arguments: [error] }) => error.message), ["the handler's", "the reporter's", "the handler's", "the reporter's"]);
    }));
  test("waits for its next try with no other chat waiting for it", () =>
    polling(async ({ emulator, bot, stop, now }) => {
      const users = numbers(3).map(() => emulator.user());
      users.forEach((user, index) => user.write(String(index)));
      let handledAt;
      const handler = ({ message: { text } }) => { if (text === "2") handledAt ??= now(); else throw passing("no"); };
      const onError = (_, { willRetry }) => void (willRetry || stop.abort());
      await poll(bot, handler, { signal: stop.signal, concurrency: 1, onError });
      assert.ok(handledAt < 100, `handled at ${handledAt} ms`);
    }));
  for (const [what, returned] of Object.entries({ '"handled"': "handled", "a Response 200": new Response(null) })) {
    test(`is not called again where onError returns ${what}`, () =>
      polling(async ({ emulator, bot, stop }) => {
        emulator.user().write("a");
        let count = 0;
        const handler = () => {
          count++;
          stop.abort();
          throw passing("no");
        };
        await poll(bot, handler, { signal: stop.signal, onError: () => returned });
        assert.deepEqual([count, await pending(bot)], [1, []]);
      }));
  }
  for (const [asked, waitMs] of [[0, 100], [7, 7000], [45, 45_000], [7200, 3_600_000]]) {
    test(`is called again ${waitMs} ms after a 429 that asks for ${asked} s`, () =>
      polling(async ({ emulator, bot, stop, now }) => {
        const alice = emulator.user();
        alice.write("a");
        emulator.fault({ kind: "rate_limit", retry_after: asked, method: "sendMessage", times: 1 });
        const at = [];
        const handler = async ({ message }, context) => {
          at.push(now());
          await context.bot.sendMessage({ chat_id: message.chat.id, text: "b" });
          stop.abort();
        };
        await poll(bot, handler, { signal: stop.signal, onError: quiet });
        assert.equal(at.length, 2);
        assert.ok(at[1] - at[0] >= waitMs && at[1] - at[0] < waitMs + 100, `${at}`);
      }));
  }
  test("by default the error is written to the console, without the token", (t) => {
    const { mock } = t.mock.method(console, "error", quiet);
    return polling(async ({ emulator, bot, stop }) => {
      const { token } = emulator;
      emulator.user().write("a");
      const handler = () => {
        stop.abort();
        throw new RangeError(`GET /bot${token}/getMe failed`, { cause: token });
      };
      await poll(bot, handler, { signal: stop.signal });
      assert.equal(mock.callCount(), 1);
      const [error] = mock.calls[0].arguments;
      assert.equal(`${error}`, "RangeError: GET /bot<token>/getMe failed");
      assert.ok(!inspect(error, { showHidden: true, depth: 9 }).includes(token));
    });
  });
  test("a store that fails does not let an update be skipped that no handler has seen", () =>
    polling(async ({ emulator, bot, stop }) => {
      emulator.user().write("a");
      let asked = 0;
      const store = storeWith({
        claim() {
          if (++asked <= 6) throw new Error("the store is down");
          return { owner: "me" };
        },
      });
      let count = 0;
      await poll(bot, () => void (count++, stop.abort()), { signal: stop.signal, store, attempts: 1, onError: quiet });
      assert.deepEqual([asked, count], [7, 1]);
    }));
});
