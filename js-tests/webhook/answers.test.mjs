// The response at the deadline, the outcome of a returned call, and several bots behind one handler.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createWebhookHandler, isApiError, isValidationError, memoryStore } from "botwire";
import { TOKEN, failure, ok } from "../support/recorder.mjs";
import { PATH, callback_query, delivery, host, message, passing, pending } from "../support/deliveries.mjs";
import { service } from "./service.mjs";

const post = (update_id, { path, ...fields } = { message }) => delivery({ update_id, ...fields }, { path });
const options = (more) => ({ baseUrl: service.baseUrl, token: TOKEN, path: PATH, onReject() {}, ...more });
const call = { method: "sendMessage", chat_id: 7, text: "b" };

describe('atDeadline: "retry"', () => {
  test("answers 503; the next delivery waits for the first one, and the update is handled once", async () => {
    const [later, goOn] = pending();
    const platform = host();
    let runs = 0;
    const handle = createWebhookHandler(options({ deadlineMs: 30, atDeadline: "retry" }), async () => (runs++, await later, call));
    assert.equal((await handle(post(1), {}, platform)).status, 503);
    assert.equal((await handle(post(1), {}, platform)).status, 503, "the first one still runs");
    goOn();
    await platform.all();
    assert.equal((await handle(post(1), {}, platform)).status, 200);
    assert.deepEqual([runs, service.requests.map(({ name }) => name)], [1, ["sendMessage"]]);
  });
  test("after a failure of the late handler that may pass the update is handled again", async () => {
    const [later, goOn] = pending();
    const platform = host();
    let runs = 0;
    const handle = createWebhookHandler(options({ deadlineMs: 30, atDeadline: "retry", onError() {} }), async () => {
      if (++runs > 1) return;
      await later;
      throw passing("a");
    });
    assert.equal((await handle(post(1), {}, platform)).status, 503);
    goOn();
    await platform.all();
    assert.equal((await handle(post(1), {}, platform)).status, 200);
    assert.equal(runs, 2);
  });
  test("an answer to a query that is pending is sent as a call, once", async () => {
    const [later, goOn] = pending();
    const platform = host();
    const handle = createWebhookHandler(options({ deadlineMs: 30, atDeadline: "retry" }), async (_, { answer }) => (answer({ text: "hi" }), void (await later)));
    const response = await handle(post(1, { callback_query }), {}, platform);
    assert.deepEqual([response.status, await response.text()], [503, ""]);
    goOn();
    await platform.all();
    assert.deepEqual(service.requests.map(({ name }) => name), ["answerCallbackQuery"]);
  });
});

describe('returned: "call"', () => {
  const make = (more, handler = () => call) => {
    const errors = [];
    const handle = createWebhookHandler(options({ returned: "call", onError: (error) => void errors.push(error), ...more }), handler);
    return [handle, errors];
  };
  test("sends the call before the answer, which has no body", async () => {
    const [handle, errors] = make();
    const response = await handle(post(1));
    assert.deepEqual([response.status, await response.text(), service.requests.map(({ name }) => name), errors], [200, "", ["sendMessage"], []]);
  });
  test("a refusal reaches onError, and the update does not come again", async () => {
    service.answer(failure(400, "can't parse entities"));
    const [handle, errors] = make();
    assert.equal((await handle(post(1))).status, 200);
    assert.ok(isApiError(errors[0]) && errors[0].error_code === 400);
    assert.equal((await handle(post(1))).status, 200);
    assert.equal(service.requests.length, 1);
  });
  test("a refusal that its own retries cannot mend reaches onError too: the handler has done its work", async () => {
    service.answer(failure(429, "slow", { retry_after: 100 }));
    const [handle, errors] = make();
    assert.deepEqual([(await handle(post(1))).status, errors[0].error_code], [200, 429]);
    service.answer(ok());
    assert.equal((await handle(post(1))).status, 200);
    assert.equal(service.requests.length, 1);
  });
  test("a call with a fault is given up and reported, as an inline one is", async () => {
    const [handle, errors] = make({}, () => ({ method: "sendMessage", chat_id: 7 }));
    assert.equal((await handle(post(1))).status, 200);
    assert.ok(isValidationError(errors[0]) && errors[0].path === "text");
  });
  test("an answer to a query is sent as a call as well", async () => {
    const [handle] = make({}, (_, { answer }) => void answer({ text: "hi" }));
    await handle(post(1, { callback_query }));
    assert.deepEqual(service.requests.map(({ name }) => name), ["answerCallbackQuery"]);
  });
});

describe("several bots", () => {
  const COUNT = 100;
  test("100 bots in one handler with one store: each handles its own update of the same identifier", async () => {
    const store = memoryStore();
    const bots = new Map(Array.from({ length: COUNT }, (_, index) => {
      const path = `/hook/secret-of-${index}`;
      return [path, options({ token: `${index + 1}:token-of-bot-${index}`, path, store })];
    }));
    const handled = [];
    const handle = createWebhookHandler((_env, request) => bots.get(new URL(request.url).pathname), (_, { bot }) => void handled.push(bot.id));
    for (let round = 0; round < 2; round++) {
      const statuses = await Promise.all([...bots.keys()].map(async (path) => (await handle(post(5, { path, message }))).status));
      assert.deepEqual(new Set(statuses), new Set([200]));
    }
    assert.deepEqual(handled.sort((a, b) => a - b), Array.from({ length: COUNT }, (_, index) => index + 1));
    assert.equal((await handle(post(5, { path: "/hook/unknown", message }))).status, 404);
  });
  test("bots whose tokens have no identifier do not share updates either", async () => {
    const store = memoryStore();
    const handled = [];
    for (const token of ["first-token", "second-token"]) {
      const handle = createWebhookHandler(options({ token, store }), (_, { bot }) => void handled.push([token, bot.id]));
      await handle(post(1));
    }
    assert.deepEqual(handled, [["first-token", undefined], ["second-token", undefined]]);
  });
});
