// Answers to queries: which of them is the reply to the delivery, which is a call, and until when.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createWebhookHandler, isTimeoutError, isValidationError, on } from "botwire";
import { TOKEN, failure, ok } from "../support/recorder.mjs";
import { PATH, callback_query, host, pending, post, pre_checkout_query } from "../support/deliveries.mjs";
import { deliverLate, make, service } from "./service.mjs";

const call = { method: "sendMessage", chat_id: 7, text: "late" };
const errors = [];
const onError = (error) => void errors.push(error);
const takes = (handlers, options) => make(on(handlers), { deadlineMs: 50, onError, ...options });
beforeEach(() => errors.splice(0));

/** A clock with a settable time and real timers. */
const clockAt = (time) => ({ time, now() { return this.time; }, setTimeout, clearTimeout });

test("returned or not, an answer is the inline reply", async () => {
  for (const handler of [(_, { answer }) => answer({ text: "hi" }), (_, { answer }) => void answer({ text: "hi" })]) {
    const response = await takes({ callback_query: handler })(post({ callback_query }));
    assert.deepEqual(await response.json(), { method: "answerCallbackQuery", callback_query_id: "q1", text: "hi" });
  }
});
test("next to another call it is an ordinary one", async () => {
  const platform = host();
  const response = await takes({ callback_query: (_, { answer }) => { answer(); return call; } })(post({ callback_query }), {}, platform);
  assert.equal((await response.json()).text, "late");
  await platform.all();
  assert.equal(service.only.name, "answerCallbackQuery");
});
test("a copy of it with more in it is the answer", async () => {
  const platform = host();
  const response = await takes({ callback_query: (_, { answer }) => ({ ...answer({ text: "hi" }), cache_time: 5 }) })(post({ callback_query }), {}, platform);
  assert.deepEqual(await response.json(), { method: "answerCallbackQuery", callback_query_id: "q1", text: "hi", cache_time: 5 });
  await platform.all();
  assert.equal(service.requests.length, 0);
});
test("after the handler has ended it is an ordinary one", async () => {
  for (const returned of [undefined, call]) {
    service.clear();
    const platform = host();
    const [later, goOn] = pending();
    const response = await takes({ callback_query: (_, { answer, waitUntil }) => (waitUntil(later.then(() => answer({ text: "hi" }))), returned) }, { deadlineMs: 5000 })(post({ callback_query }), {}, platform);
    assert.equal(await response.text(), returned ? JSON.stringify(call) : "");
    goOn();
    await later;
    await platform.all();
    assert.deepEqual([service.only.name, service.only.params], ["answerCallbackQuery", { callback_query_id: "q1", text: "hi" }]);
  }
});
test("no field of its parameters decides which method is called, or which query is answered", async () => {
  const forged = { method: "kickChatMember", callback_query_id: "other", chat_id: -1, text: "hi" };
  const answer = { method: "answerCallbackQuery", callback_query_id: "q1", chat_id: -1, text: "hi" };
  for (const returns of [true, false]) {
    const handler = (_, context) => (returns ? context.answer(forged) : void context.answer(forged));
    assert.deepEqual(await (await takes({ callback_query: handler })(post({ callback_query }))).json(), answer);
  }
});
test("refuses parameters that are not an object", async () => {
  for (const params of ["Saved", ["Saved"], 5, true, new FormData()]) {
    errors.length = 0;
    const response = await takes({ callback_query: (_, { answer }) => answer(params) })(post({ callback_query }));
    assert.deepEqual([response.status, errors[0]?.kind, errors[0]?.method], [200, "validation", "answerCallbackQuery"]);
  }
});
test("a second answer is refused", async () => {
  await takes({ callback_query: (_, { answer }) => { answer(); answer(); } })(post({ callback_query }));
  assert.ok(isValidationError(errors[0]));
});
test("an update without a query cannot be answered", async () => {
  await make((_, { answer }) => void answer({}), { onError })(post());
  assert.ok(isValidationError(errors[0]));
});
test("an answer does not wait for a slow handler, and is sent once", async () => {
  const platform = host();
  const response = await takes({ pre_checkout_query: async (_, { answer }) => { const answered = answer({ ok: true }); await sleep(100); return answered; } })(post({ pre_checkout_query }), {}, platform);
  assert.deepEqual(await response.json(), { method: "answerPreCheckoutQuery", pre_checkout_query_id: "p1", ok: true });
  await platform.all();
  assert.equal(service.requests.length, 0);
});
test("a late answer is a call at once", async () => {
  const platform = host();
  await takes({ pre_checkout_query: async (_, { answer }) => { await sleep(80); answer({ ok: true }); while (service.requests.length === 0) await sleep(5); } })(post({ pre_checkout_query }), {}, platform);
  await platform.all();
  assert.deepEqual([service.only.name, errors.length], ["answerPreCheckoutQuery", 0]);
});
test("a late answer is repeated while the service is out of order", async () => {
  service.answer([failure(429, "later", { retry_after: 0 }), ok()]);
  const response = await deliverLate(async (_, { answer }, later) => { await later; return answer({ ok: true }); }, post({ pre_checkout_query }), { onError });
  assert.equal(await response.text(), "");
  assert.deepEqual([service.requests.map(({ name }) => name), errors], [["answerPreCheckoutQuery", "answerPreCheckoutQuery"], []]);
});
test("a pre-checkout query is not answered after 10 s", async () => {
  const clock = clockAt(0);
  await takes({ pre_checkout_query: (_, { answer }) => { clock.time = 10_000; answer({ ok: true }); } }, { deadlineMs: 0, clock })(post({ pre_checkout_query }));
  assert.ok(isTimeoutError(errors[0]));
});
test("nor where the handler returns the call by hand", async () => {
  const clock = clockAt(0);
  const byHand = { method: "answerPreCheckoutQuery", pre_checkout_query_id: "p1", ok: true };
  await deliverLate(async (_, __, later) => { await later; return byHand; }, post({ pre_checkout_query }), { clock, onError }, () => (clock.time = 10_000));
  assert.ok(isTimeoutError(errors[0]));
  assert.equal(service.requests.length, 0);
});
test("nor where its options took 10 s", async (t) => {
  const now = performance.now();
  const options = async () => { t.mock.method(performance, "now", () => now + 60_000); return { baseUrl: service.baseUrl, token: TOKEN, path: PATH, deadlineMs: 0, onError }; };
  await createWebhookHandler(options, on({ pre_checkout_query: (_, { answer }) => answer({ ok: true }) }))(post({ pre_checkout_query }), {});
  assert.ok(isTimeoutError(errors[0]));
});
