// poll() and the service: webhooks, conflicts, faults, options, and the end.
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { describe, test } from "node:test";
import { inOrder, on, poll } from "botwire";
import { storeWith } from "../support/stores.mjs";
import { calls, passing, pending, polling, texts, wait } from "./polling.mjs";

const quiet = () => {};

describe("webhooks", () => {
  test("one is deleted first; the console says so once, and shows no path of it", (t) =>
    polling(async ({ emulator, bot, stop }) => {
      const warned = t.mock.method(console, "warn", () => {});
      emulator.webhook = () => new Response(null, { status: 500 });
      await bot.setWebhook({ url: "https://bot.example/hook-secret" });
      emulator.user().write("a");
      await poll(bot, () => stop.abort(), { signal: stop.signal, onRetry: () => assert.fail() });
      assert.deepEqual(calls(emulator).slice(0, 3).map(({ method }) => method), ["setWebhook", "getWebhookInfo", "deleteWebhook"]);
      const again = new AbortController();
      emulator.user().write("b");
      await poll(bot, () => again.abort(), { signal: again.signal });
      assert.equal(warned.mock.callCount(), 1);
      assert.match(warned.mock.calls[0].arguments[0], /^poll: deleted the webhook/);
      assert.ok(!warned.mock.calls[0].arguments[0].includes("secret"));
    }));
  test("in a page one stays unless the page asks for its end", (t) =>
    polling(async ({ emulator, bot, stop }) => {
      globalThis.document = {};
      t.after(() => delete globalThis.document);
      t.mock.method(console, "warn", () => {});
      emulator.webhook = () => new Response(null, { status: 500 });
      await bot.setWebhook({ url: "https://bot.example/hook" });
      const end = new AbortController();
      await poll(bot, () => assert.fail(), { signal: end.signal, onRetry: () => end.abort() });
      assert.equal((await bot.getWebhookInfo()).url, "https://bot.example/hook");
      emulator.user().write("a");
      await poll(bot, () => stop.abort(), { signal: stop.signal, keepWebhook: false });
      assert.equal((await bot.getWebhookInfo()).url, "");
    }));
  test("with keepWebhook it is a 409, which is reported and waited out", () =>
    polling(async ({ emulator, bot, stop }) => {
      emulator.webhook = () => new Response(null, { status: 500 });
      await bot.setWebhook({ url: "https://bot.example/hook" });
      emulator.user().write("a");
      const reported = [];
      const onRetry = async ({ error_code }, retry, waitMs) => {
        reported.push([error_code, retry, waitMs > 0]);
        if (retry === 3) await bot.deleteWebhook();
      };
      await poll(bot, () => stop.abort(), { signal: stop.signal, keepWebhook: true, onRetry });
      assert.deepEqual(reported, [1, 2, 3].map((retry) => [409, retry, true]));
      assert.equal(calls(emulator, "deleteWebhook").length, 1);
    }));
  test("without onRetry a 409 is written to the console, once", (t) => {
    const { mock } = t.mock.method(console, "error", quiet);
    return polling(async ({ emulator, bot, stop }) => {
      emulator.fault({ kind: "error", error_code: 409, method: "getUpdates", times: 3 });
      emulator.user().write("a");
      await poll(bot, () => stop.abort(), { signal: stop.signal });
      assert.equal(mock.callCount(), 1);
      assert.match(mock.calls[0].arguments[0], /^getUpdates: 409 .*webhook/);
    });
  });
});

describe("what waiting does not mend", () => {
  test("a 401 rejects, after the handlers that run and the confirmation", () =>
    polling(async ({ emulator, bot }) => {
      emulator.user().write("a");
      let isOver = false;
      const handler = async () => {
        const end = emulator.fault({ kind: "error", error_code: 401, method: "getUpdates", times: 1 });
        await wait(3000);
        end();
        isOver = true;
      };
      await assert.rejects(poll(bot, handler), { kind: "api", error_code: 401 });
      assert.equal(isOver, true);
      assert.deepEqual(await pending(bot), []);
    }));
  test("a 401 to deleteWebhook rejects", () =>
    polling(async ({ emulator, bot }) => {
      emulator.fault({ kind: "error", error_code: 401 });
      await assert.rejects(poll(bot, quiet), { kind: "api", error_code: 401 });
      assert.equal(calls(emulator).length, 1);
    }));
  test("what onRetry throws", () =>
    polling(async ({ emulator, bot }) => {
      emulator.fault({ kind: "drop" });
      const own = new Error("enough");
      const onRetry = () => { throw own; };
      await assert.rejects(poll(bot, quiet, { onRetry }), own);
    }));
  const WRONG = {
    limit: 101, timeout: "1", allowed_updates: ["polls"], signal: 1, onRetry: 1, onError: 1, concurrency: 0, retries: -1, keepWebhook: 1, store: {}, claimSeconds: -1,
  };
  for (const [name, value] of Object.entries(WRONG)) {
    test(`the option ${name} with a fault, before any call`, () =>
      polling(async ({ emulator, bot }) => {
        await assert.rejects(poll(bot, quiet, { [name]: value }), ({ kind, path }) => kind === "validation" && path.startsWith(name));
        assert.equal(emulator.log().length, 0);
      }));
  }
  test("what is not a bot, no handler, no options", () =>
    polling(async ({ bot }) => {
      for (const wrong of [[{}, quiet], [bot], [bot, {}], [bot, quiet, null], [bot, quiet, 5]]) await assert.rejects(poll(...wrong), { kind: "validation" });
      await assert.rejects(poll(bot, 5), { message: "poll: handler: expected a function, got 5" });
    }));
});

describe("the end", () => {
  test("the signal while the service is waited for ends it at once", () =>
    polling(async ({ bot, stop, now }) => {
      void wait(1234).then(() => stop.abort());
      await poll(bot, () => assert.fail(), { signal: stop.signal });
      assert.ok(now() < 1300, `${now()}`);
    }));
  test("a signal that is aborted already: no call", () =>
    polling(async ({ emulator, bot }) => {
      await poll(bot, () => assert.fail(), { signal: AbortSignal.abort() });
      assert.equal(emulator.log().length, 0);
    }));
  test("the handlers that run go on and are confirmed; no other one starts", () =>
    polling(async ({ emulator, bot, stop, now }) => {
      const [alice, bob] = [emulator.user(), emulator.user()];
      alice.write("a");
      alice.write("b");
      bob.write("c");
      const started = [];
      const over = [];
      const handler = async ({ message: { text } }) => {
        started.push(text);
        await wait(3000);
        stop.abort();
        await wait(3000);
        over.push(text);
      };
      await poll(bot, handler, { signal: stop.signal, concurrency: 1 });
      assert.deepEqual([started, over], [["a"], ["a"]]);
      assert.ok(now() >= 6000);
      assert.deepEqual(texts(await pending(bot)), ["b", "c"]);
    }));
  test("an update that waits for its next try is left to the next polling", () =>
    polling(async ({ emulator, bot, stop, now }) => {
      emulator.user().write("a");
      const handler = () => { throw passing("no"); };
      await poll(bot, handler, { signal: stop.signal, onError: () => void setTimeout(() => stop.abort(), 100) });
      assert.ok(now() < 300, `${now()}`);
      assert.deepEqual(texts(await pending(bot)), ["a"]);
    }));
  test("the signal of a handler is aborted 25 s after the end was asked for", () =>
    polling(async ({ emulator, bot, stop, now }) => {
      emulator.user().write("a");
      let at;
      const handler = async (_, { signal }) => {
        await wait(1000);
        stop.abort();
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        at = now();
        throw signal.reason;
      };
      const reported = [];
      await poll(bot, handler, { signal: stop.signal, onError: (error) => void reported.push(error.kind) });
      assert.ok(at >= 26_000 && at < 26_100, `${at}`);
      assert.deepEqual(reported, ["timeout"]);
      assert.deepEqual(texts(await pending(bot)), ["a"]);
    }));
  test("leaves no timer and no listener", () =>
    polling(async ({ emulator, bot, stop }) => {
      emulator.user().write("a");
      const { setTimeout, clearTimeout } = globalThis;
      const timers = new Set();
      globalThis.setTimeout = (act, ms) => {
        const timer = setTimeout(() => (timers.delete(timer), act()), ms);
        timers.add(timer);
        return timer;
      };
      globalThis.clearTimeout = (timer) => (timers.delete(timer), clearTimeout(timer));
      await poll(bot, () => stop.abort(), { signal: stop.signal });
      Object.assign(globalThis, { setTimeout, clearTimeout });
      emulator.close();
      assert.deepEqual([getEventListeners(stop.signal, "abort").length, timers.size], [0, 0]);
    }));
});

test("the service may wait for updates while none is being handled, and is asked every 15 ms meanwhile", () =>
  polling(async ({ emulator, bot, stop }) => {
    emulator.user().write("a");
    void wait(9000).then(() => stop.abort());
    await poll(bot, () => wait(1200), { signal: stop.signal, timeout: 7 });
    const timeouts = calls(emulator, "getUpdates").map(({ parameters: { timeout } }) => timeout);
    const busy = timeouts.filter((timeout) => timeout === 0).length;
    assert.deepEqual(timeouts, [7, ...Array(busy).fill(0), 7]);
    assert.ok(busy >= 65 && busy <= 76, `${busy} calls`);
  }));

test("a value that is not an Update is reported and skipped", () =>
  polling(async ({ emulator, botOf, stop }) => {
    const alice = emulator.user();
    alice.write("a");
    const broken = async (url, init) => {
      const response = await emulator.fetch(url, init);
      if (!url.endsWith("getUpdates")) return response;
      const { result, ...rest } = await response.json();
      const spoilt = result.map((update) => (update.message?.text === "a" ? { update_id: update.update_id, message: 5 } : update));
      return Response.json({ ...rest, result: spoilt });
    };
    alice.write("b");
    const reported = [];
    const handled = [];
    await poll(botOf(emulator, broken), ({ message }) => void (handled.push(message.text), stop.abort()), {
      signal: stop.signal,
      onError: ({ kind, path }, { willRetry }) => void reported.push([kind, path, willRetry]),
    });
    assert.deepEqual([handled, reported], [["b"], [["validation", "message", false]]]);
    assert.deepEqual(await pending(botOf(emulator)), []);
  }));

test("what a handler returns or does wrong in polling", () =>
  polling(async ({ emulator, bot }) => {
    const chat = emulator.user();
    const reported = [];
    const pollUntilError = async (handler, options) => {
      chat.write("a");
      const end = new AbortController();
      await poll(bot, handler, { signal: end.signal, onError: ({ message }) => (reported.push(message), end.abort()), ...options });
    };
    await pollUntilError(() => 5);
    await pollUntilError(() => ({ method: "send message", chat_id: 1 }));
    await pollUntilError((_, { answer }) => answer());
    await pollUntilError(() => {}, { store: storeWith({ claim: () => undefined }) });
    assert.deepEqual(reported, [
      "poll: expected a call or nothing, got 5",
      "poll: method: expected the name of a method, got a different String",
      "answer: expected one answer to a query, got an update without",
      'poll: store.claim: expected { owner }, "busy" or "done", got nothing',
    ]);
  }));

describe("a list of kinds that an earlier version of the bot has set", () => {
  const lines = async (t, handler, options) => {
    const { mock } = t.mock.method(console, "warn", () => {});
    await polling(async ({ emulator, bot, stop }) => {
      await bot.getUpdates({ timeout: 0, allowed_updates: ["message"] });
      void wait(1000).then(() => stop.abort());
      await poll(bot, handler, { signal: stop.signal, ...options });
    });
    return mock.calls.map(({ arguments: [line] }) => line);
  };
  const handler = on({ message() {}, callback_query() {} });
  test("and that keeps a kind of the handler away: the console names it, in one line", async (t) => {
    const [line, ...more] = await lines(t, inOrder({}, handler));
    assert.match(line, /^poll: the service sends only message, so the handler gets no callback_query; pass allowed_updates/);
    assert.deepEqual(more, []);
  });
  test("is silent where the program says what it wants, or wants no more", async (t) => {
    assert.deepEqual(await lines(t, handler, { allowed_updates: ["message"] }), []);
    assert.deepEqual(await lines(t, on({ message() {} })), []);
    assert.deepEqual(await lines(t, () => {}), []);
  });
});
