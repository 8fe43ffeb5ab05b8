// A query's answer that is not yet in a response when the handler fails, and hosts whose waitUntil fails.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { on } from "botwire";
import { ok } from "../support/recorder.mjs";
import { callback_query, from, host, message, pending, post } from "../support/deliveries.mjs";
import { deliverLate, make, sent, service } from "./service.mjs";

const call = { method: "sendMessage", chat_id: 7, text: "b" };

describe("an answer before the handler fails", () => {
  const failing = {
    "throws at once": (_, { answer }) => {
      answer({ text: "hi" });
      throw new Error("mine");
    },
    "throws later": async (_, { answer }) => {
      answer({ text: "hi" });
      await new Promise((resolve) => setImmediate(resolve));
      throw new Error("mine");
    },
    "returns another call with a fault": (_, { answer }) => {
      answer({ text: "hi" });
      return { method: "sendMessage", chat_id: 7 };
    },
  };
  for (const [what, handler] of Object.entries(failing)) {
    for (const status of [200, 202]) {
      test(`${what}, and onError answers ${status}: it is made as a call, once`, async () => {
        const platform = host();
        const response = await make(on({ callback_query: handler }), { onError: () => new Response("handled", { status }) })(post({ callback_query }), {}, platform);
        assert.deepEqual([response.status, await response.text()], [status, "handled"]);
        await platform.all();
        assert.deepEqual([service.only.name, service.only.params], ["answerCallbackQuery", { callback_query_id: "q1", text: "hi" }]);
      });
    }
    for (const [answered, onError] of Object.entries({ "answers 503": () => new Response(null, { status: 503 }), 'says "retry"': () => "retry" })) {
      test(`${what}, and onError ${answered}: no call, as the update comes again`, async () => {
        const platform = host();
        const response = await make(on({ callback_query: handler }), { onError })(post({ callback_query }), {}, platform);
        assert.ok(response.status >= 500);
        await platform.all();
        assert.equal(service.requests.length, 0);
      });
    }
  }
  test("that is invalid itself is reported to onError and not sent", async () => {
    const platform = host();
    const reported = [];
    const onError = ({ path }) => (reported.push(path), new Response());
    await make(on({ callback_query: (_, { answer }) => void answer({ text: "x".repeat(201) }) }), { onError })(post({ callback_query }), {}, platform);
    await platform.all();
    assert.deepEqual([reported, service.requests.length], [["text"], 0]);
  });
});

test("an answer to a query without an id is a fault of the call, reported to onError", async () => {
  const reported = [];
  const { id, ...without } = callback_query;
  const onError = ({ kind, path }) => void reported.push([kind, path]);
  const response = await make(on({ callback_query: (_, { answer }) => void answer() }), { onError })(post({ callback_query: without }), {}, host());
  assert.deepEqual([id, response.status, reported], ["q1", 200, [["validation", "callback_query_id"]]]);
});

describe("an answer, and a returned call that answers a query too", () => {
  const invoice = { currency: "EUR", total_amount: 1, invoice_payload: "p" };
  const KINDS = {
    callback_query: ["answerCallbackQuery", callback_query, { text: "hi" }],
    inline_query: ["answerInlineQuery", { id: "q1", from, query: "", offset: "" }, { results: [] }],
    shipping_query: ["answerShippingQuery", { id: "q1", from, invoice_payload: "p", shipping_address: {} }, { ok: false, error_message: "no" }],
    pre_checkout_query: ["answerPreCheckoutQuery", { id: "q1", from, ...invoice }, { ok: true }],
  };
  for (const [kind, [method, query, params]] of Object.entries(KINDS)) {
    const id = `${kind}_id`;
    /** The response to an update, and the other calls. */
    const answered = async (handler) => {
      const platform = host();
      const response = await make(on({ [kind]: handler }), { onError: (error) => assert.fail(error) })(post({ [kind]: query }), {}, platform);
      await platform.all();
      return [await response.json(), sent()];
    };
    test(`${method} of another query: both are answered`, async () => {
      const other = { method, [id]: "q2", ...params };
      assert.deepEqual(await answered((_, { answer }) => (answer(params), other)), [other, [[method, { [id]: "q1", ...params }]]]);
    });
    for (const name of [method, method.toLowerCase(), method.toUpperCase()]) {
      test(`${name} of the same query: it is answered once, as returned`, async () => {
        const same = { method: name, [id]: "q1", ...params };
        assert.deepEqual(await answered((_, { answer }) => (answer(params), same)), [same, []]);
      });
      test(`${name} of the same query after the deadline: it is answered once`, async () => {
        const handler = async ({ answer }, later) => (answer(params), await later, { method: name, [id]: "q1", ...params });
        const response = await deliverLate((_, context, later) => handler(context, later), post({ [kind]: query }));
        assert.deepEqual([await response.json(), service.requests.length], [{ method, [id]: "q1", ...params }, 0]);
      });
    }
  }
  test("answerprecheckoutquery after the deadline is given what is left of the 10 s", async ({ mock }) => {
    const reported = [];
    const [, query] = KINDS.pre_checkout_query;
    const handler = async (_, __, later) => (await later, { method: "answerprecheckoutquery", pre_checkout_query_id: "q1", ok: true });
    const passTenSeconds = () => {
      const then = performance.now() + 10_000;
      mock.method(performance, "now", () => then);
    };
    await deliverLate(handler, post({ pre_checkout_query: query }), { onError: ({ kind }) => void reported.push(kind) }, passTenSeconds);
    assert.deepEqual([reported, service.requests.length], [["timeout"], 0]);
  });
});

describe("a host whose waitUntil throws", () => {
  const fault = new Error("Illegal invocation");
  const throwing = () => ({ waitUntil() { throw fault; } });
  const waits = () => new Promise((resolve) => setImmediate(resolve));
  test("if the handler waits, the webhook still answers, and the cause is reported", async () => {
    const reported = [];
    const response = await make(async () => (await waits(), call), { onError: (error) => void reported.push(error) })(post({ message }), {}, throwing());
    assert.deepEqual([response.status, await response.json()], [200, call]);
    assert.deepEqual(reported, [fault]);
  });
  test("a host whose waitUntil rejects: onError gets the cause, and no rejection is left unhandled", async () => {
    const causes = [];
    const unhandled = [];
    const leave = (error) => unhandled.push(error);
    process.on("unhandledRejection", leave);
    const rejecting = { waitUntil: async () => { throw fault; } };
    const handler = async (_, { waitUntil }) => (waitUntil(Promise.resolve()), await waits(), call);
    const response = await make(handler, { onError: (error) => void causes.push(error) })(post({ message }), {}, rejecting);
    await waits();
    process.off("unhandledRejection", leave);
    assert.deepEqual([response.status, await response.json(), unhandled], [200, call, []]);
    assert.ok(causes.length > 0 && causes.every((error) => error === fault));
  });
  test("a Response of onError is not the answer: nothing is wrong with the update", async () => {
    const response = await make(async () => (await waits(), call), { onError: () => new Response(null, { status: 500 }) })(post({ message }), {}, throwing());
    assert.deepEqual(await response.json(), call);
  });
  test("a handler that gives it a promise goes on", async () => {
    const reported = [];
    const response = await make((_, { waitUntil }) => (waitUntil(Promise.resolve()), call), { onError: (error) => void reported.push(error) })(post({ message }), {}, throwing());
    assert.deepEqual(await response.json(), call);
    assert.deepEqual(reported, [fault]);
  });
  test("a handler that outlasts the deadline makes its call", async () => {
    const [later, goOn] = pending();
    const arrived = new Promise((resolve) => service.answer(({ name, params }) => (resolve([name, params]), ok())));
    const response = await make(async () => (await later, call), { deadlineMs: 5, onError: () => {} })(post({ message }), {}, throwing());
    assert.deepEqual([response.status, await response.text()], [200, ""]);
    goOn();
    assert.deepEqual(await arrived, ["sendMessage", { chat_id: 7, text: "b" }]);
  });
  test("a host that throws as soon as it is looked at, and runs nothing", async () => {
    const reported = [];
    const looked = { get waitUntil() { throw fault; } };
    // A handler that ends at once needs no host.
    for (const [handler, faults] of [[() => call, []], [async () => (await waits(), call), [fault]]]) {
      const response = await make(handler, { onError: (error) => void reported.push(error) })(post({ message }), {}, looked);
      assert.deepEqual(await response.json(), call);
      assert.deepEqual(reported.splice(0), faults);
    }
  });
  test("an onError that throws too changes nothing", async () => {
    const onError = () => { throw new Error("b"); };
    const response = await make(async () => (await waits(), call), { onError })(post({ message }), {}, throwing());
    assert.deepEqual(await response.json(), call);
  });
});

test("a value that is not a Request is still reported as that", async () => {
  for (const request of [undefined, null]) await assert.rejects(make(() => {})(request), { kind: "validation", path: "request" });
});
