// Deadlines, errors and repeated deliveries: responses, later calls, claims.
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { isValidationError, on } from "botwire";
import { everyField } from "botwire/check";
import { ok } from "../support/recorder.mjs";
import { storeWith } from "../support/stores.mjs";
import { host, message, passing, post } from "../support/deliveries.mjs";
import { deliverLate, make as makeBy, service } from "./service.mjs";

const call = { method: "sendMessage", chat_id: 7, text: "late" };
const errors = [];
const onError = (error) => void errors.push(error);
const make = (handler, options) => makeBy(handler, { deadlineMs: 50, onError, ...options });
beforeEach(() => errors.splice(0));

describe("a handler that outlasts the deadline", () => {
  test("is answered 200, goes on, and its call is made", async () => {
    let isLate;
    const response = await deliverLate(async (_, context, later) => {
      await later;
      ({ isLate } = context);
      return call;
    }, post());
    assert.deepEqual([response.status, await response.text()], [200, ""]);
    assert.equal(isLate, true);
    assert.deepEqual(service.only.params, { chat_id: 7, text: "late" });
  });
  test("is passed to the waitUntil of a host that is the second argument, as in some runtimes", async () => {
    const platform = host();
    await make(() => sleep(10), { deadlineMs: 5 })(post(), platform);
    assert.equal(platform.promises.length, 1);
    await platform.all();
  });
  test("and throws: onError gets the error, and after a 200 nothing comes again", async () => {
    const platform = host();
    const handle = make(async () => { await sleep(100); throw new Error("late"); });
    assert.equal((await handle(post({ message }, 1), {}, platform)).status, 200);
    await platform.all();
    assert.equal(errors[0].message, "late");
    let runs = 0;
    const again = make(async () => { runs++; await sleep(100); throw passing("late"); });
    await again(post({ message }, 2), {}, platform);
    await platform.all();
    await again(post({ message }, 2));
    assert.equal(runs, 1);
  });
  test("and whose file was read no sooner: 503, since nothing is saved yet, and its call is made with the file", async () => {
    const platform = host();
    let end;
    const body = new ReadableStream({ start: (controller) => (end = () => (controller.enqueue(Buffer.from("bytes")), controller.close())) });
    const photo = { data: body, name: "a.png", type: "image/png" };
    const response = await make(() => ({ method: "sendPhoto", chat_id: 7, photo, caption: "c" }))(post(), {}, platform);
    assert.deepEqual([response.status, await response.text()], [503, ""]);
    end();
    await platform.all();
    const { chat_id, caption, photo: sent } = service.only.params;
    assert.deepEqual([chat_id, caption, sent.name ?? sent.filename, String(sent.bytes)], ["7", "c", "a.png", "bytes"]);
  });
  test("a late call with a fault is reported to onError", async () => {
    const platform = host();
    await make(async () => { await sleep(100); return { method: "sendMessage", chat_id: 7 }; })(post(), {}, platform);
    await platform.all();
    assert.ok(isValidationError(errors[0]));
    assert.equal(service.requests.length, 0);
  });
});

describe("a repeated delivery", () => {
  test("is answered 200, and the handler does not run", async () => {
    let runs = 0;
    const rejected = [];
    const handle = make(() => void runs++, { onReject: ({ status, error }) => rejected.push([status, error.path]) });
    for (let count = 0; count < 3; count++) assert.equal((await handle(post({ message }, 5))).status, 200);
    assert.deepEqual([runs, rejected], [1, [[200, "update_id"], [200, "update_id"]]]);
  });
  test("runs the handler if it threw before, and another run may succeed", async () => {
    let runs = 0;
    const handle = make(() => { if (runs++ === 0) throw passing("a"); });
    assert.equal((await handle(post({ message }, 6))).status, 503);
    assert.equal((await handle(post({ message }, 6))).status, 200);
    assert.equal(runs, 2);
  });
  test("waits for the one in flight, and takes over if that throws", async () => {
    let runs = 0;
    const handle = make(async () => { runs++; await sleep(20); if (runs === 1) throw passing("a"); return call; }, { deadlineMs: 5000 });
    const [first, second] = await Promise.all([handle(post({ message }, 8)), handle(post({ message }, 8))]);
    assert.deepEqual([first.status, second.status, runs], [503, 200, 2]);
    assert.equal((await second.json()).text, "late");
  });
  test("is answered 503 while the one in flight may still fail", async () => {
    const rejected = [];
    const platform = host();
    const handle = make(() => sleep(200), { deadlineMs: 60, onReject: ({ status, error }) => rejected.push([status, error.path]) });
    const first = handle(post({ message }, 9), {}, platform);
    assert.deepEqual([(await handle(post({ message }, 9), {}, platform)).status, (await first).status], [503, 200]);
    await platform.all();
    assert.deepEqual(rejected, [[503, "update_id"]], "what was answered, and not what became of it");
  });
  test("is handled without a store", async () => {
    let runs = 0;
    const handle = make(() => void runs++, { store: false });
    for (let count = 0; count < 3; count++) await handle(post({ message }, 5));
    assert.equal(runs, 3);
  });
  for (const claimed of [undefined, null, "OK", 1, {}]) {
    test(`a claim that is ${JSON.stringify(claimed)}: 503, since nobody knows what it means`, async () => {
      const store = storeWith({ claim: async () => claimed, release: () => assert.fail() });
      assert.equal((await make(() => assert.fail(), { store })(post())).status, 503);
      assert.deepEqual([errors[0].path, errors[0].expected], ["store.claim", '{ owner }, "busy" or "done"']);
    });
  }
  test("a function that gives no store: 503, and the handler does not run", async () => {
    let runs = 0;
    assert.deepEqual([(await make(() => void runs++, { store: () => undefined })(post())).status, runs], [503, 0]);
  });
  test("a claim that hangs: 503, and the handler does not run", async () => {
    const store = storeWith({ claim: () => new Promise(() => {}), release: () => assert.fail() });
    assert.equal((await make(() => assert.fail(), { store })(post())).status, 503);
  });
  test("what throws is delivered again also where the store hangs as it releases", async () => {
    const store = storeWith({ release: () => new Promise(() => {}) });
    assert.equal((await make(() => { throw passing("a"); }, { store })(post())).status, 503);
  });
  test("a store that hangs as it settles: 503, because the end of the update is not saved", async () => {
    const store = storeWith({ release: () => assert.fail(), settle: () => new Promise(() => {}) });
    assert.equal((await make(() => call, { store })(post())).status, 503);
  });
  test("a store that fails until the deadline: 503, and the handler does not run", async () => {
    const store = storeWith({ claim: async () => { throw new Error("down"); }, release: () => assert.fail() });
    assert.equal((await make(() => assert.fail(), { store })(post())).status, 503);
    assert.deepEqual([errors[0].kind, errors[0].operation, errors[0].message], ["store", "claim", "webhook: store.claim: down"]);
  });
});

test("the signal is aborted with the request before the answer, and not after it, as in Deno", async () => {
  for (const isAnswered of [false, true]) {
    const controller = new AbortController();
    let seen;
    const handle = make((_, { signal }) => {
      seen = signal;
      if (!isAnswered) controller.abort();
    });
    await handle(new Request(post(), { signal: controller.signal }));
    controller.abort();
    assert.equal(seen.aborted, !isAnswered);
  }
});

describe("onError and onReject", () => {
  test("a Response of onError is the answer", async () => {
    const response = await make(() => { throw new Error("a"); }, { onError: () => new Response("handled", { status: 202 }) })(post());
    assert.deepEqual([response.status, await response.text()], [202, "handled"]);
  });
  for (const returned of [1, true, "x", {}, { status: 200, ok: true, headers: {} }]) {
    test(`what onError returns is not an answer unless it is a Response: ${JSON.stringify(returned)}`, async () => {
      let runs = 0;
      const handle = make(() => { runs++; throw new Error("a"); }, { onError: () => returned });
      for (let count = 1; count <= 2; count++) {
        const response = await handle(post({ message }, 70));
        assert.deepEqual([response.status, await response.text(), runs], [200, "", 1], `delivery ${count}`);
      }
    });
  }
  for (const [what, onError] of Object.entries({ throws: () => { throw new Error("b"); }, rejects: async () => { throw new Error("b"); }, hangs: () => new Promise(() => {}) })) {
    test(`an onError that ${what}: ${what === "hangs" ? "503 at the deadline" : "as if it returned nothing, and the console tells both errors"}`, async ({ mock }) => {
      const logged = mock.method(console, "error", () => {});
      assert.equal((await make(() => { throw new Error("a"); }, { onError })(post())).status, what === "hangs" ? 503 : 200);
      assert.deepEqual(logged.mock.calls.map(({ arguments: [error] }) => error.message), what === "hangs" ? [] : ["a", "b"]);
    });
  }
  test("onError gets the path of a fault in the returned call, the answer is not", async () => {
    const reply_markup = { inline_keyboard: [[{ text: "a", callback_data: "x".repeat(65) }]] };
    for (const replyEncoding of ["json", "form", "multipart"]) {
      const response = await make(() => ({ ...call, reply_markup }), { replyEncoding })(post());
      assert.deepEqual([response.status, await response.text()], [200, ""]);
      assert.equal(errors.pop().path, "reply_markup.inline_keyboard[0][0].callback_data");
    }
  });
  test("onReject gets the path of a fault, the answer is not", async () => {
    const rejections = [];
    const handle = make(() => {}, { check: everyField, onReject: (rejection) => { rejections.push(rejection); throw new Error("ignored"); } });
    const response = await handle(post({ message: { ...message, chat: { id: "7", type: "private" } } }));
    assert.deepEqual([response.status, await response.text()], [400, ""]);
    assert.equal(rejections[0].error.path, "message.chat.id");
  });
});
