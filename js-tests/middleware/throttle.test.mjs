// throttle, in virtual time: rates in all and by chat, fairness, signals, refusals, broadcast.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Bot, broadcast, call, throttle } from "botwire";
import { createEmulator } from "botwire/emulator";
import { vectors } from "../support/vectors.mjs";
import { inVirtualTime } from "../support/virtual-time.mjs";

const SECOND = 1000;

/** Does a task with a throttled bot; `started` says when each call reached the service, and its chat. */
async function throttled(limits, task, { refuse = () => undefined, ...options } = {}) {
  const started = [];
  let now;
  const fetch = async (url, { body }) => {
    const params = JSON.parse(body);
    const { chat_id } = params;
    started.push({ at: now(), chat_id, method: url.split("/").at(-1) });
    const retry_after = refuse(started.length, chat_id, now(), params);
    const refused = { ok: false, error_code: 429, description: "Too Many Requests", parameters: { retry_after } };
    return retry_after === undefined ? Response.json({ ok: true, result: true }) : Response.json(refused, { status: 429 });
  };
  return inVirtualTime(fetch, async ({ fetch, ...virtual }) => {
    now = virtual.now;
    const bot = new Bot({ baseUrl: "https://service.example", token: "1:a", fetch, use: [throttle(limits)], ...options });
    const send = (chat_id, callOptions) => bot.sendMessage({ chat_id, text: "a" }, callOptions);
    return { result: await task({ bot, send, ...virtual }), started };
  });
}
const times = (started) => started.map(({ at }) => at);
const chats = (started) => started.map(({ chat_id }) => chat_id);

/** Asserts that no second had more of these calls than that. */
function assertRate(list, perSecond, what) {
  for (let first = 0; first + perSecond < list.length; first++) {
    assert.ok(list[first + perSecond].at - list[first].at >= SECOND, `${what}: ${perSecond + 1} calls in the second from ${list[first].at}`);
  }
}

describe("rates", () => {
  test("in all, also of calls without a chat, but of getUpdates none", async () => {
    const { started } = await throttled({ perSecond: 4 }, ({ bot, send }) => Promise.all([send(1), bot.getMe(), send(2), bot.getUpdates(), send(3)]));
    assert.deepEqual(times(started.filter(({ method }) => method !== "getUpdates")), [0, 236, 491, 746]);
    assert.equal(started.find(({ method }) => method === "getUpdates").at, 0);
  });
  test("in a chat, in a group, and not of methods that send nothing there", async () => {
    const { started } = await throttled({ perChat: 2, perGroup: 0.5 }, ({ bot, send }) =>
      Promise.all([send(7), send(7), send(-7), send(-7), send("@a"), send("@a"), bot.getChat({ chat_id: 7 }), bot.sendChatAction({ chat_id: 7, action: "typing" })]));
    const of = (chat) => times(started.filter(({ chat_id, method }) => chat_id === chat && method === "sendMessage"));
    assert.deepEqual([of(7), of(-7), of("@a")], [[0, 491], [0, 2022], [0, 2022]]);
    assert.deepEqual(times(started.filter(({ method }) => /getChat|sendChatAction/.test(method))), [0, 0]);
  });
  test("with a burst after a pause", async () => {
    const { started } = await throttled({ perSecond: 10, burst: 3 }, ({ send }) => Promise.all([1, 2, 3, 4, 5].map((chat) => send(chat))));
    assert.deepEqual(times(started), [0, 0, 0, 83, 185]);
  });
});

test("chats are served in turn: one with many calls does not hold up another, and keeps its own order", async () => {
  const { started, result } = await throttled({ perSecond: 10 }, async ({ bot, send }) => {
    const order = [];
    const many = Array.from({ length: 50 }, (_, index) => bot.sendMessage({ chat_id: 1, text: `${index}` }).then(() => order.push(index)));
    await Promise.all([...many, send(2), send(3)]);
    return order;
  });
  assert.deepEqual(chats(started).slice(0, 4), [1, 1, 2, 3]);
  assert.deepEqual(result, Array.from({ length: 50 }, (_, index) => index));
});

test("2000 chats with two calls each: both rates hold, and each is sent", async () => {
  const { started } = await throttled({ perSecond: 500, perChat: 1 }, ({ send }) =>
    Promise.all(Array.from({ length: 4000 }, (_, index) => send(1 + (index % 2000)))));
  assert.equal(started.length, 4000);
  assertRate(started, 500, "in all");
  const byChat = new Map();
  for (const sent of started) byChat.set(sent.chat_id, [...(byChat.get(sent.chat_id) ?? []), sent]);
  assert.equal(byChat.size, 2000);
  for (const [chat, list] of byChat) assertRate(list, 1, `chat ${chat}`);
});

describe("the vectors that Rust passes too", async () => {
  for (const { why, limits, calls } of await vectors("throttle")) {
    test(why, async () => {
      const { per_second: perSecond, per_chat: perChat, per_group: perGroup, burst } = limits;
      const starts = new Map();
      const startOf = (index, at) => void starts.set(index, at);
      const { result } = await throttled({ perSecond, perChat, perGroup, burst }, async ({ bot, now }) => {
        const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
        const all = [];
        for (const [index, { at_ms, chat_id, dropped_ms }] of calls.entries()) {
          if (at_ms > now()) await wait(at_ms - now());
          const controller = new AbortController();
          if (dropped_ms !== undefined) setTimeout(() => controller.abort(), dropped_ms - at_ms);
          all.push(bot.sendMessage({ chat_id, text: `${index}` }, { signal: controller.signal }).catch(({ kind, error_code }) => kind ?? error_code));
        }
        return Promise.all(all);
      }, { refuse: (_, __, at, { text }) => (startOf(Number(text), at), calls[text].retry_after) });
      assert.deepEqual(calls.map((_, index) => starts.get(index)), calls.map(({ starts_ms }) => starts_ms));
      assert.deepEqual(result.map((kind) => kind === "aborted"), calls.map(({ dropped_ms }) => dropped_ms !== undefined));
    });
  }
});

describe("a signal", () => {
  test("that is aborted ends the wait, and the place in the queue is free", async () => {
    const reason = new Error("enough");
    const { started, result } = await throttled({ perSecond: 1 }, async ({ send, now }) => {
      const controller = new AbortController();
      const ended = (error) => ({ error, at: now() });
      const all = [send(1), send(2, { signal: controller.signal }).catch(ended), send(3)];
      setTimeout(() => controller.abort(reason), 300);
      return (await Promise.all(all))[1];
    });
    assert.deepEqual([result.error?.kind, result.error?.method, result.error?.cause.message, result.at], ["aborted", "sendMessage", "enough", 300]);
    assert.deepEqual([chats(started), times(started)], [[1, 3], [0, 1001]]);
  });
  for (const [name, limits] of [["all calls", { perSecond: 1 }], ["its chat", { perChat: 1 }]]) {
    test(`that aborts the only call that waits for the rate of ${name} leaves no timer`, async () => {
      const { started, result } = await throttled(limits, async ({ send, timers }) => {
        const controller = new AbortController();
        await send(1);
        const before = timers();
        const waiting = [send(1, { signal: controller.signal }), send(1, { signal: controller.signal })];
        for (let turn = 0; turn < 9; turn++) await undefined;
        const during = timers();
        controller.abort();
        const kinds = await Promise.all(waiting.map((call) => call.catch(({ kind }) => kind)));
        const after = timers();
        await send(1);
        return { before, during, kinds, after };
      });
      assert.deepEqual(result, { before: 0, during: 1, kinds: ["aborted", "aborted"], after: 0 });
      assert.deepEqual(times(started), [0, 1001]);
    });
  }
  test("that was aborted before sends nothing", async () => {
    const { started, result } = await throttled({}, ({ send }) => send(1, { signal: AbortSignal.abort() }).catch(({ kind }) => kind));
    assert.deepEqual([started.length, result], [0, "aborted"]);
  });
});

describe("a 429", () => {
  const refuse = (count) => (count === 1 ? 5 : undefined);
  test("holds up every call, and reaches the caller", async () => {
    const { started, result } = await throttled({}, async ({ send }) => {
      const failure = await send(1).catch(({ error_code }) => error_code);
      await Promise.all([send(1), send(2)]);
      return failure;
    }, { refuse });
    assert.deepEqual([result, times(started)], [429, [0, 5000, 5000]]);
  });
  for (const [name, bots, calls] of [["of the bot", { retry: 1 }, undefined], ["of the call", {}, { retry: { retries: 1, onRetry: () => {} } }]]) {
    test(`that the retry ${name} waits out holds up the others as well`, async () => {
      const { started } = await throttled({}, async ({ send }) => {
        const first = send(1, calls);
        await new Promise((resolve) => setTimeout(resolve, 100));
        await Promise.all([first, send(2)]);
      }, { refuse, ...bots });
      assert.deepEqual(times(started), [0, 5000, 5000]);
    });
  }
});

test("broadcast: 1000 chats at the lower rate of the two, with a 429, each once", async () => {
  const { started, result } = await throttled({ perSecond: 20 }, async ({ bot }) => {
    const statuses = new Set();
    const list = Array.from({ length: 1000 }, (_, index) => index + 1);
    for await (const { status } of broadcast(bot, list, (chat_id) => call.sendMessage({ chat_id, text: "a" }), { perSecond: 100 })) statuses.add(status);
    return [...statuses];
  }, { refuse: (count) => (count === 500 ? 30 : undefined) });
  assert.deepEqual(result, ["sent"]);
  assert.equal(started.length, 1001);
  assert.equal(new Set(chats(started)).size, 1000);
  assertRate(started, 20, "in all");
  const gaps = started.slice(1).filter(({ at }, index) => at - started[index].at >= 29 * SECOND);
  assert.equal(gaps.length, 1);
});

test("the clock is that of the options", async () => {
  const emulator = createEmulator();
  const { baseUrl, token, fetch, clock } = emulator;
  const bot = new Bot({ baseUrl, token, fetch, use: [throttle({ perSecond: 1, clock })] });
  let isSent = false;
  await bot.getMe();
  const second = bot.getMe().then(() => (isSent = true));
  await bot.getUpdates();
  assert.equal(isSent, false);
  await emulator.advance("2s");
  await second;
});

test("options that are not as described are refused by name", () => {
  for (const [options, path] of [[{ perMinute: 5 }, "perMinute"], [{ perSecond: 0 }, "perSecond"], [{ perChat: "1" }, "perChat"], [{ perGroup: NaN }, "perGroup"], [{ burst: 0.5 }, "burst"], [{ clock: {} }, "clock"], [5, ""], [undefined, ""]]) {
    assert.throws(() => throttle(options), { kind: "validation", method: "throttle", path });
  }
});

test("a chat that is neither a text nor a number is refused by the check", () =>
  throttled({ perChat: 1 }, async ({ bot }) => {
    for (const chat_id of [Object.create(null), Symbol("a"), {}]) await assert.rejects(bot.sendMessage({ chat_id, text: "a" }), { kind: "validation", path: "chat_id" });
  }));
