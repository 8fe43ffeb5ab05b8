// The states of a delivery: the effects of a late claim, a late answer and a slow store.
import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { on } from "botwire";
import { failure, ok } from "../support/recorder.mjs";
import { storeWith } from "../support/stores.mjs";
import { inVirtualTime } from "../support/virtual-time.mjs";
import { callback_query, host, message, passing, pending, post, pre_checkout_query } from "../support/deliveries.mjs";
import { deliverLate, make as makeBy, sent, service } from "./service.mjs";

/** Errors that a test does not expect. */
const errors = [];
afterEach(() => assert.deepEqual(errors.splice(0), []));

const call = { method: "sendMessage", chat_id: 7, text: "b" };
const onError = (error) => void errors.push(error);
const make = (handler, options) => makeBy(handler, { store: false, onError, ...options });
const answered = [["answerCallbackQuery", { callback_query_id: "q1", text: "hi" }]];

describe("a claim", () => {
  test("that succeeds after the deadline is released, and the handler does not run", async () => {
    const [claimed, claim] = pending();
    const platform = host();
    const asked = [];
    const store = storeWith({ claim: () => claimed, release: (...owned) => asked.push("release", ...owned), settle: () => asked.push("settle") });
    const response = await make(() => assert.fail(), { store, deadlineMs: 5, onError() {} })(post({ message }, 1), {}, platform);
    claim({ owner: "me" });
    await platform.all();
    assert.deepEqual([response.status, asked], [503, ["release", "110201543:update:1", "me"]]);
  });
  test("whose release fails after the deadline is reported", () => inVirtualTime(undefined, async () => {
    const [claimed, claim] = pending();
    const platform = host();
    const reported = [];
    const store = storeWith({ claim: () => claimed, release: () => Promise.reject(new Error("down")) });
    const onError = ({ message }) => void reported.push(message);
    await make(() => assert.fail(), { store, deadlineMs: 5, onError })(post(), {}, platform);
    claim({ owner: "me" });
    await platform.all();
    assert.deepEqual(reported, ["webhook: store.claim: no answer by the deadline", "webhook: store.release: down"]);
  }));
  test("that fails is not released: it may be another delivery's", async () => {
    const store = storeWith({ claim: () => { throw new Error("down"); }, release: () => reported.push("release") });
    const reported = [];
    await make(() => assert.fail(), { store, deadlineMs: 5, onError: ({ message }) => void reported.push(message) })(post());
    assert.deepEqual(reported, ["webhook: store.claim: down"]);
  });
  test("that fails: the update comes again, whatever onError says", async () => {
    const store = storeWith({ claim: () => { throw new Error("down"); } });
    for (const returned of [undefined, "handled"]) {
      const response = await make(() => assert.fail(), { store, deadlineMs: 5, onError: () => returned })(post({ callback_query }), {}, host());
      assert.equal(response.status, 503);
    }
  });
});

describe("an answer after the handler", () => {
  test("while the file of the returned call is still being read waits for the end: the update may come again", async () => {
    const platform = host();
    const [later, goOn] = pending();
    let end;
    const reading = new Promise((resolve) => (end = resolve));
    const pull = async (controller) => (goOn(), await reading, controller.enqueue(Buffer.from("x")), controller.close());
    const photo = { data: new ReadableStream({ pull }, { highWaterMark: 0 }), name: "a.png" };
    const handler = (_, { answer, waitUntil }) => (waitUntil(later.then(() => answer({ text: "hi" }))), { method: "sendPhoto", chat_id: 7, photo });
    const responding = make(on({ callback_query: handler }), { deadlineMs: 0 })(post({ callback_query }), {}, platform);
    await later;
    end();
    assert.equal((await (await responding).formData()).get("method"), "sendPhoto");
    await platform.all();
    assert.deepEqual(sent(), answered);
  });
  test("that threw, while its claim is being released, is not sent, as the update comes again", async () => {
    const platform = host();
    const [later, goOn] = pending();
    const [released, release] = pending();
    const handler = (_, { answer, waitUntil }) => {
      waitUntil(later.then(() => answer({ text: "hi" })));
      throw passing("no");
    };
    const store = storeWith({ release: () => (goOn(), released) });
    const responding = make(on({ callback_query: handler }), { store, deadlineMs: 0, onError() {} })(post({ callback_query }), {}, platform);
    await later;
    release(true);
    assert.equal((await responding).status, 503);
    await platform.all();
    assert.deepEqual(sent(), []);
  });
  test("is sent next to a call of another method with the same query", async () => {
    const platform = host();
    const other = { method: "sendLater", callback_query_id: "q1" };
    const response = await make(on({ callback_query: (_, { answer }) => (answer({ text: "hi" }), other) }))(post({ callback_query }), {}, platform);
    await platform.all();
    assert.deepEqual([await response.json(), sent()], [other, answered]);
  });
});

test("at the deadline an answer does not hold up a 503", async () => {
  const platform = host();
  const [later, goOn] = pending();
  const [sending, answerIt] = pending();
  service.answer(() => sending);
  const handler = async (_, { answer }) => (answer({ text: "hi" }), later);
  const response = await make(on({ callback_query: handler }), { deadlineMs: 5, atDeadline: "retry" })(post({ callback_query }), {}, platform);
  assert.equal(response.status, 503);
  answerIt(ok());
  goOn();
  await platform.all();
  assert.deepEqual(sent(), answered);
});

describe("10 s after its arrival", () => {
  const other = { method: "answerPreCheckoutQuery", pre_checkout_query_id: "q2", ok: true };
  const made = { method: "answerCallbackQuery", callback_query_id: "q1", text: "hi" };
  const cases = {
    "a call for a message": [{ message }, () => call, call],
    "a call for a pre-checkout query that does not answer it": [{ pre_checkout_query }, () => call, call],
    "an answer to a pre-checkout query of another update": [{ message }, () => other, other],
    "an answer to a callback query": [{ callback_query }, ({ answer }) => answer({ text: "hi" }), made],
  };
  for (const [what, [fields, returned, { method, ...params }]] of Object.entries(cases)) {
    test(`${what} is still sent`, async ({ mock }) => {
      const now = performance.now();
      const passTenSeconds = () => mock.method(performance, "now", () => now + 10_000);
      await deliverLate(async (_, context, later) => (await later, returned(context)), post(fields), { onError }, passTenSeconds);
      assert.deepEqual(sent(), [[method, params]]);
    });
  }
});

describe("a late call", () => {
  const late = async (options) => {
    const reported = [];
    const onError = ({ error_code }) => void reported.push(error_code);
    await deliverLate(async (_, context, later) => (await later, call), post(), { onError, ...options });
    return [reported, service.requests.length];
  };
  test("is retried as often as the bot says, if that retries", async () => {
    service.answer(failure(429, "slow", { retry_after: 0 }));
    assert.deepEqual(await late({ retry: 1 }), [[429], 2]);
    service.clear();
    assert.deepEqual(await late(), [[429], 4]);
  });
  test("is not retried once 20 s are over", async () => {
    service.answer(failure(429, "slow", { retry_after: 21 }));
    assert.deepEqual(await late(), [[429], 1]);
  });
});

describe("what a handler returns", () => {
  for (const result of [{ linked_chat_id: 5 }, { chat_id_text: 5 }, { query_ids: [] }, [{ chat_id: 5 }]]) {
    test(`${JSON.stringify(result)} is a result, with which nothing is to be done`, async () => {
      assert.equal(await (await make(() => result)(post())).text(), "");
    });
  }
  for (const bytes of [new Uint8Array(1), new ArrayBuffer(1)]) {
    test(`${bytes.constructor.name} is neither a call nor a result`, async () => {
      const reported = [];
      const response = await make(() => bytes, { onError: ({ kind }) => void reported.push(kind) })(post());
      assert.deepEqual([response.status, reported], [200, ["validation"]]);
    });
  }
});

test("onError is given the context of the handler", async () => {
  const seen = [];
  const onError = (_, context) => void seen.push(context);
  await make((_, context) => { seen.push(context); throw new Error("a"); }, { onError })(post());
  const [context, { attempt, willRetry, ...failed }] = seen;
  assert.deepEqual([attempt, willRetry], [1, false]);
  assert.deepEqual(Object.keys(failed).sort(), Object.keys(context).sort());
  assert.equal(failed.answer, context.answer);
});
