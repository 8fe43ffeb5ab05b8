// Waits for another attempt, in virtual time: how long they last, and what ends them. Without a socket, because its
// timers would run in virtual time too.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Bot, updates } from "botwire";
import { TOKEN, failure, ok } from "../support/recorder.mjs";
import { inVirtualTime } from "../support/virtual-time.mjs";

/** A fetch with these answers in turn, and the last one again. */
function answering(...answers) {
  let index = 0;
  return async () => {
    const { status = 200, body } = answers[Math.min(index++, answers.length - 1)];
    return new Response(body, { status });
  };
}

const slowDown = (retry_after) => failure(429, "Too Many Requests", { retry_after });

/**
 * Runs a task with a bot. Returns its result, the virtual times of its calls and its end, and the bodies of its calls.
 */
function timed(answers, task, options) {
  return inVirtualTime(answering(...answers), async ({ fetch, now }) => {
    const calls = [];
    const bodies = [];
    const counted = (url, init) => (calls.push(now()), bodies.push(init.body), fetch(url, init));
    const bot = new Bot({ baseUrl: "https://service.example", token: TOKEN, fetch: counted, ...options });
    const stop = new AbortController();
    const result = await task(bot, stop);
    return { result, calls, bodies, ended: now() };
  });
}

test("a call waits as long as the service asks for, whatever the method, and says the same again", async () => {
  const waits = [];
  const send = (bot) => bot.sendMessage({ chat_id: 1, text: "a" }, { retry: { retries: 1, onRetry: (_error, _retry, waitMs) => void waits.push(waitMs) } });
  const { result, calls, bodies } = await timed([slowDown(7), ok("done")], send);
  assert.deepEqual([result, calls, waits], ["done", [0, 7_000], [7_000]]);
  const body = '{"chat_id":1,"text":"a"}';
  assert.deepEqual(bodies, [body, body]);
});

test("maxWaitMs is the longest wait", async () => {
  for (const [maxWaitMs, tries] of [[999, 1], [1_000, 2]]) {
    const { calls } = await timed([slowDown(1), ok()], (bot) => bot.getMe().catch(() => {}), { retry: { retries: 1, maxWaitMs } });
    assert.equal(calls.length, tries);
  }
});

test("totalMs bounds all waits of a call together", async () => {
  const { result, calls } = await timed([slowDown(1)], (bot) => bot.getMe().catch((error) => error.error_code), { retry: { retries: 10, totalMs: 1_500 } });
  assert.deepEqual([result, calls], [429, [0, 1_000]]);
});

test("the wait of a call is given up when the signal is aborted", async () => {
  const { result, calls, ended } = await timed(
    [slowDown(20)],
    (bot, stop) => {
      setTimeout(() => stop.abort(), 100);
      return bot.getMe({}, { signal: stop.signal }).catch((error) => error.kind);
    },
    { retry: 1 },
  );
  assert.deepEqual([result, calls, ended], ["aborted", [0], 100]);
});

test("updates() waits as long as the service asks for", async () => {
  const answer = ok([{ update_id: 1 }]);
  const { calls } = await timed([slowDown(7), answer], async (bot) => { for await (const _ of updates(bot)) break; });
  assert.deepEqual(calls.slice(0, 2), [0, 7_000]);
});

test("the wait of updates() ends when the signal is aborted", async () => {
  const { calls, ended } = await timed([slowDown(60)], async (bot, stop) => {
    setTimeout(() => stop.abort(), 100);
    for await (const _ of updates(bot, { signal: stop.signal })) assert.fail();
  });
  assert.deepEqual([calls, ended], [[0], 100]);
});
