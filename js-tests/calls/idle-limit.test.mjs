// Calls with files end after a period without progress, but not while there is progress. In virtual time.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Bot, isTimeoutError } from "botwire";
import { inVirtualTime } from "../support/virtual-time.mjs";

const { fetch: platform } = globalThis;
const CHAT = { chat_id: 1 };
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const answer = () => new Response('{"ok":true,"result":5}');
const never = () => new Promise(() => {});

/** Sends the document with the platform's `fetch`. Returns the result or error, and its time. */
const sending = (document, act, options) =>
  inVirtualTime(undefined, async ({ now, timers }) => {
    // With one parameter, as Node's own: another one gets no stream.
    globalThis.fetch = (url, init = {}) => act(init);
    const bot = new Bot({ baseUrl: "https://service.example", token: "1:a" });
    const outcome = await bot.sendDocument({ ...CHAT, document }, options).catch((error) => error);
    return { outcome, at: now(), timers: timers() };
  });

afterEach(() => (globalThis.fetch = platform));
let taken;
beforeEach(() => (taken = 0));

/** Takes a body as a slow connection would: a piece, then a pause, and perhaps no more after some pieces. */
const slowly = (pauseMs, most = Infinity) => async ({ body }) => {
  const reader = body.getReader();
  for (let pieces = 0; pieces < most; pieces++) {
    const { done, value } = await reader.read();
    if (done) return answer();
    assert.ok(value.length <= 1 << 16);
    taken += value.length;
    await sleep(pauseMs);
  }
  return never();
};

for (const [kind, document] of Object.entries({ bytes: new Uint8Array(3 << 20), "a Blob": new Blob([new Uint8Array(3 << 20)]) })) {
  test(`${kind}: a slow upload that takes longer than the limit`, async () => {
    const { outcome, at, timers } = await sending(document, slowly(50_000));
    assert.equal(outcome, 5);
    assert.ok(at > 48 * 50_000 && taken > 3 << 20, `${at} ms, ${taken} bytes`);
    assert.equal(timers, 0);
  });
  test(`${kind}: a service that stops in the middle`, async () => {
    const { outcome, at } = await sending(document, slowly(10, 5));
    assert.ok(isTimeoutError(outcome), String(outcome));
    assert.equal(outcome.timeoutMs, 60_000);
    assert.ok(at >= 60_000 && at < 60_100, `${at} ms`);
  });
}

test("a small file, and a service that is silent", async () => {
  const { outcome, at, timers } = await sending(new Uint8Array(10), never);
  assert.ok(isTimeoutError(outcome), String(outcome));
  assert.ok(at >= 60_000 && at < 60_100, `${at} ms`);
  assert.equal(timers, 0);
});

test("a body that the runtime has taken whole has a second more for each 32 kB", async () => {
  const { outcome, at } = await sending(new Uint8Array(320_000), never);
  assert.ok(isTimeoutError(outcome), String(outcome));
  assert.ok(at >= 70_000 && at < 70_100, `${at} ms`);
  const { at: afterAll } = await sending(new Uint8Array(3_200_000), async ({ body }) => {
    for await (const _ of body);
    return never();
  });
  assert.ok(afterAll >= 160_000 && afterAll < 160_200, `${afterAll} ms`);
});

test("a stream that stalls before it is sent", async () => {
  let count = 0;
  const pull = async (controller) => {
    await (count++ < 3 ? sleep(50_000) : never());
    controller.enqueue(new Uint8Array(9));
  };
  const { outcome, at } = await sending(new ReadableStream({ pull }, { highWaterMark: 0 }), () => assert.fail());
  assert.ok(isTimeoutError(outcome), String(outcome));
  assert.equal(at, 210_000);
});

test("the limit of the call, and none", async () => {
  const small = await sending(new Uint8Array(10), never, { idleTimeoutMs: 500 });
  assert.deepEqual([isTimeoutError(small.outcome), small.at < 600], [true, true]);
  const long = async () => (await sleep(10_000_000), answer());
  assert.equal((await sending(new Uint8Array(10), long, { idleTimeoutMs: 0 })).outcome, 5);
  const both = await sending(new Uint8Array(3 << 20), slowly(50_000), { timeoutMs: 120_000 });
  assert.deepEqual([both.outcome.timeoutMs, both.at], [120_000, 120_000]);
});

test("a call without files has the timeout only", async () => {
  const { outcome, at } = await sending("file_id", async () => (await sleep(50), answer()), { idleTimeoutMs: 10 });
  assert.deepEqual([outcome, at], [5, 50]);
});
