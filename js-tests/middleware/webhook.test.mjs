// Middleware in a webhook: returned calls and answers, before the deadline and after it.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Bot, call, createWebhookHandler } from "botwire";
import { callback_query, delivery, host, message, pending } from "../support/deliveries.mjs";
import { baseUrl, deliver, served, watching } from "./watching.mjs";

describe("a webhook", () => {
  const webhook = (more, handler) => {
    const { watch, seen, names } = watching();
    const { options, sent } = served();
    const errors = [];
    const onError = (error) => void errors.push(error);
    const handle = createWebhookHandler({ ...options, path: "/a", use: [watch], onError, ...more }, handler);
    return { handle, seen, names, sent, errors };
  };
  test("a returned call: next resolves to undefined, and the changed call is in the response", async () => {
    const add = (call, next) => next({ ...call, params: { ...call.params, disable_notification: true } });
    const { watch, seen } = watching();
    const { handle, sent } = webhook({ use: [watch, add] }, ({ message }) => call.sendMessage({ chat_id: message.chat.id, text: "a" }));
    const response = await handle(deliver({ message }));
    assert.deepEqual(await response.json(), { method: "sendMessage", chat_id: 7, text: "a", disable_notification: true });
    assert.deepEqual([seen[0].method, seen[0].origin, seen[0].result], ["sendMessage", "returned", undefined]);
    assert.deepEqual(sent, []);
  });
  test("its method is in the spelling of the specification", async () => {
    const { handle, names } = webhook({}, () => ({ method: "sendmessage", chat_id: 7, text: "a" }));
    await handle(deliver({ message }));
    assert.deepEqual(names(), ["sendMessage returned"]);
  });
  test("one that it does not let pass leaves the response empty", async () => {
    const { handle, sent } = webhook({ use: [async () => "cached"] }, () => call.getMe());
    const response = await handle(deliver({ message }));
    assert.deepEqual([response.status, await response.text(), sent], [200, "", []]);
  });
  for (const [how, both] of Object.entries({ "one after the other": async (first, last) => (await first(), last()), "at once": (first, last) => Promise.all([first(), last()]) })) {
    test(`several calls ${how}: the last one is in the response, and the others are sent without the middleware again`, async () => {
      const split = (call, next) => both(...["a", "b", "c"].map((text) => () => next({ ...call, params: { ...call.params, text } })));
      const three = (call, next) => both(() => split(call, next), () => next(call));
      const { handle, sent, names } = webhook({ use: [three] }, () => call.sendMessage({ chat_id: 7, text: "d" }));
      const response = await handle(deliver({ message }));
      assert.deepEqual([(await response.json()).text, sent.map(([, { text }]) => text), names()], ["d", ["a", "b"], []]);
    });
  }
  test("a call before the last one that the service refuses: next rejects", async () => {
    const caught = [];
    const twice = async (call, next) => {
      await next(call);
      await next(call).catch(({ error_code }) => caught.push(error_code));
    };
    const { options } = served({ answers: { sendMessage: () => Response.json({ ok: false, error_code: 403, description: "Forbidden" }, { status: 403 }) } });
    const handle = createWebhookHandler({ ...options, path: "/a", use: [twice] }, () => call.sendMessage({ chat_id: 7, text: "a" }));
    const response = await handle(deliver({ message }));
    assert.deepEqual([(await response.json()).text, caught], ["a", [403]]);
  });
  test("a client that disconnects while middleware delays the call: it is sent", async () => {
    const client = new AbortController();
    const delay = async (call, next) => (client.abort(), next(call));
    const { handle, sent } = webhook({ use: [delay] }, () => call.sendMessage({ chat_id: 7, text: "a" }));
    const response = await handle(delivery({ update_id: 1, message }, { path: "/a", signal: client.signal }));
    assert.deepEqual([await response.text(), sent], ["", [["sendMessage", { chat_id: 7, text: "a" }]]]);
  });
  test("a fault of the returned call reaches middleware and onError, once", async () => {
    const caught = [];
    const use = [(call, next) => next(call).catch((error) => (caught.push(error.path), Promise.reject(error)))];
    const { handle, errors } = webhook({ use }, () => ({ method: "sendMessage", chat_id: 7, text: 5 }));
    assert.equal((await handle(deliver({ message }))).status, 200);
    assert.deepEqual([caught, errors.map(({ path }) => path)], [["text"], ["text"]]);
  });
  test("a call by the bot of its context, and one that is sent since `returned` says so", async () => {
    const { handle, names, sent } = webhook({ returned: "call" }, async (_, { bot }) => {
      await bot.sendMessage({ chat_id: 7, text: "a" });
      return call.sendMessage({ chat_id: 7, text: "b" });
    });
    await handle(deliver({ message }));
    assert.deepEqual(names(), ["sendMessage call", "sendMessage returned"]);
    assert.deepEqual(sent.map(([, { text }]) => text), ["a", "b"]);
  });
  test("an answer, whether it is returned or not, and the one beside another returned call", async () => {
    const handlers = [
      [(_, { answer }) => void answer({ text: "a" }), ["answerCallbackQuery answer"], []],
      [(_, { answer }) => ({ ...answer({ text: "a" }), show_alert: true }), ["answerCallbackQuery answer"], []],
      [(_, { answer }) => (answer(), call.sendMessage({ chat_id: 7, text: "a" })), ["sendMessage returned", "answerCallbackQuery answer"], ["answerCallbackQuery"]],
      [() => call.answerCallbackQuery({ callback_query_id: "q1" }), ["answerCallbackQuery returned"], []],
    ];
    for (const [handler, expected, methods] of handlers) {
      const platform = host();
      const { handle, names, sent } = webhook({}, handler);
      await handle(deliver({ callback_query }), undefined, platform);
      await platform.all();
      assert.deepEqual(names(), expected);
      assert.deepEqual(sent.map(([method]) => method), methods);
    }
  });
  test("of an existing bot: its own middleware is inside, and the bot outside of the handler does not change", async () => {
    const order = [];
    const named = (name) => (call, next) => (order.push(name), next(call));
    const { options } = served();
    const bot = new Bot({ ...options, use: [named("own")] });
    let seen;
    const handle = createWebhookHandler({ bot, path: "/a", use: [named("first"), named("second")] }, async (_, context) => {
      seen = context.bot;
      await context.bot.getMe();
    });
    await handle(deliver({ message }));
    assert.deepEqual(order.splice(0), ["first", "second", "own"]);
    await bot.getMe();
    assert.deepEqual(order, ["own"]);
    assert.ok(seen instanceof Bot && seen.baseUrl === baseUrl && seen.id === 1);
    assert.deepEqual(JSON.parse(JSON.stringify(seen)), { baseUrl });
  });
});

/** A clock that a test moves. */
function deadline() {
  const timers = new Set();
  let time = 0;
  const clock = { now: () => time, setTimeout: (act) => (timers.add(act), act), clearTimeout: (act) => timers.delete(act) };
  /** A delivery has a timer only if its handler has not ended after its first turn. */
  const pass = async () => {
    await setImmediate();
    time = 10_000;
    for (const act of [...timers]) timers.delete(act) && act();
  };
  return { clock, pass };
}

describe("at the deadline of a webhook", () => {
  const late = async ({ handler, use, update = { message } }) => {
    const { clock, pass } = deadline();
    const { options, sent } = served({ clock });
    const platform = host();
    const errors = [];
    const handle = createWebhookHandler({ ...options, path: "/a", use, onError: (error) => void errors.push(error) }, handler);
    const answering = handle(deliver(update), undefined, platform);
    return { answering, pass, sent, errors, over: platform.all };
  };
  test("a late handler's call passes it once, and its result is seen", async () => {
    const { watch, seen } = watching();
    const [later, goOn] = pending();
    const [started, start] = pending();
    const { answering, pass, sent, over } = await late({ use: [watch], handler: async () => {
      start();
      await later;
      return call.sendMessage({ chat_id: 7, text: "a" });
    } });
    await started;
    await pass();
    assert.equal((await answering).status, 200);
    goOn();
    await over();
    assert.deepEqual(sent, [["sendMessage", { chat_id: 7, text: "a" }]]);
    assert.deepEqual(seen.map(({ origin, result }) => [origin, result]), [["returned", true]]);
  });
  for (const place of ["before", "after"]) {
    test(`one that waits in middleware ${place} next is sent without it`, async () => {
      const [later, goOn] = pending();
      const [started, start] = pending();
      let count = 0;
      const wait = async (call, next) => {
        count++;
        if (place === "after") await next(call);
        start();
        await later;
        if (place === "before") return next({ ...call, params: { ...call.params, text: "changed" } });
      };
      const document = new ReadableStream({ start: (controller) => (controller.enqueue(new TextEncoder().encode("abc")), controller.close()) });
      const handler = () => (place === "before" ? call.sendMessage({ chat_id: 7, text: "a" }) : call.sendDocument({ chat_id: 7, document }));
      const { answering, pass, sent, errors, over } = await late({ use: [wait], handler });
      await started;
      await pass();
      assert.equal(await (await answering).text(), "");
      goOn();
      await over();
      assert.deepEqual(errors, []);
      assert.equal(count, 1);
      assert.deepEqual(sent, place === "before" ? [["sendMessage", { chat_id: 7, text: "changed" }]] : [["sendDocument", {}]]);
    });
  }
  test("a pending answer is sent as an ordinary call, since middleware may take its time", async () => {
    const { watch, names } = watching();
    const [end, stop] = pending();
    const [answered, confirm] = pending();
    const { answering, pass, sent, over } = await late({ use: [watch], update: { callback_query }, handler: async (_, { answer }) => {
      answer({ text: "a" });
      confirm();
      await end;
    } });
    await answered;
    await pass();
    const response = await answering;
    assert.deepEqual([response.status, await response.text()], [200, ""]);
    stop();
    await over();
    assert.deepEqual(sent, [["answerCallbackQuery", { callback_query_id: "q1", text: "a" }]]);
    assert.deepEqual(names(), ["answerCallbackQuery answer"]);
  });
});
