// Signals of callers: one listener however many calls there are, and `null` as in `fetch`.
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, test } from "node:test";
import { broadcast, download, poll, throttle, updates } from "botwire";
import { recorded } from "../support/recorded.mjs";
import { ok } from "../support/recorder.mjs";

const { service, botWith } = await recorded(ok());
const warnings = [];
const warned = (warning) => warnings.push(warning);
beforeEach(() => {
  service.clear();
  warnings.length = 0;
  process.on("warning", warned);
});
afterEach(() => process.off("warning", warned));

for (const [name, options] of Object.entries({ plain: {}, "with throttle": { use: [throttle({ perSecond: 1000 })] }, "with retries": { retry: 2 } })) {
  test(`fifty parallel calls add one listener to a signal, and none is left: ${name}`, async () => {
    const { signal } = new AbortController();
    const bot = botWith(options);
    const calls = Array.from({ length: 50 }, (_, at) => bot.sendMessage({ chat_id: at + 1, text: "a" }, { signal }));
    await setTimeout(0);
    assert.ok(getEventListeners(signal, "abort").length <= 1);
    await Promise.all(calls);
    assert.equal(getEventListeners(signal, "abort").length, 0);
    await setTimeout(0);
    assert.deepEqual(warnings, []);
  });
}

test("one signal aborts all its calls, and those of others go on", async () => {
  const controller = new AbortController();
  const bot = botWith({ fetch: (_, { signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))) });
  const calls = Array.from({ length: 20 }, () => bot.getMe({}, { signal: controller.signal }));
  const other = bot.getMe({}, { signal: AbortSignal.timeout(1000) });
  await setTimeout(0);
  controller.abort(new Error("enough"));
  for (const { reason } of await Promise.allSettled(calls)) assert.deepEqual([reason.kind, reason.cause.message], ["aborted", "enough"]);
  await assert.rejects(other, (error) => error.kind === "aborted" && error.cause.name === "TimeoutError");
});

test("a call that follows a finished one listens again", async () => {
  const controller = new AbortController();
  await botWith().getMe({}, { signal: controller.signal });
  const waiting = botWith({ fetch: () => new Promise(() => {}) }).getMe({}, { signal: controller.signal });
  await setTimeout(0);
  controller.abort();
  await assert.rejects(waiting, { kind: "aborted" });
});

test("null is no signal, wherever a signal is", async () => {
  const bot = botWith();
  assert.equal(await bot.getMe({}, { signal: null }), true);
  const results = [];
  for await (const { status } of broadcast(bot, [1], () => ({ method: "sendMessage", text: "a" }), { signal: null })) results.push(status);
  assert.equal(results.length, 1);
  await assert.rejects(download(bot, { file_id: "a" }, { signal: null }), ({ message }) => !message.includes("AbortSignal"));
  const failing = botWith({ fetch: async () => new Response('{"ok":false,"error_code":401,"description":"Unauthorized"}', { status: 401 }) });
  await assert.rejects(poll(failing, () => {}, { signal: null }), { error_code: 401 });
  await assert.rejects(updates(failing, { signal: null }).next(), { error_code: 401 });
  await assert.rejects(bot.getMe({}, { signal: 0 }), { message: "getMe: signal: expected an AbortSignal, got 0" });
});
