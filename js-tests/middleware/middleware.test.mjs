// Middleware of a bot: which calls it sees, what it may change, and what of it reaches the caller.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { AbortedError, Bot, broadcast, call, createWebhookHandler, download, poll } from "botwire";

const TOKEN = "1:secret";
const baseUrl = "https://service.example";
const chat = { id: 7, type: "private", first_name: "A" };
const from = { id: 7, is_bot: false, first_name: "A" };
const message = { message_id: 1, date: 1, chat, from, text: "hi" };
const callback_query = { id: "q", from, message, chat_instance: "c", data: "d" };

/** A bot whose service writes down what it is sent; `answers` are its results by method. */
function served({ answers = {}, ...options } = {}) {
  const sent = [];
  const fetch = async (url, init = {}) => {
    if (url.includes("/file/")) return new Response("content");
    const method = url.split("/").at(-1);
    const params = typeof init.body === "string" ? JSON.parse(init.body) : {};
    sent.push([method, params]);
    const answer = answers[method]?.(params, init);
    return answer instanceof Response ? answer : Response.json({ ok: true, result: answer ?? true });
  };
  return { sent, fetch, options: { baseUrl, token: TOKEN, fetch, ...options } };
}

/** Middleware that writes down what it sees, and the outcome. */
function watching() {
  const seen = [];
  const watch = async (call, next) => {
    const entry = { ...call };
    seen.push(entry);
    entry.result = await next(call);
    return entry.result;
  };
  return { seen, watch, names: () => seen.map(({ method, origin }) => `${method} ${origin}`) };
}

const deliver = (update) => new Request("https://bot.example/a", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ update_id: 1, ...update }) });

describe("calls that it sees", () => {
  test("by method, by name in any case, and of a method that the specification does not know", async () => {
    const { watch, seen, names } = watching();
    const { options, sent } = served();
    const bot = new Bot({ ...options, use: [watch] });
    const { signal } = new AbortController();
    await bot.sendMessage({ chat_id: 7, text: "a" }, { signal });
    await bot.call("GETME");
    await bot.call("sendPoll", { chat_id: 7 });
    assert.deepEqual(names(), ["sendMessage call", "getMe call", "sendPoll call"]);
    assert.deepEqual(seen[0].params, { chat_id: 7, text: "a" });
    assert.equal(seen[0].options.signal, signal);
    assert.deepEqual(seen[1].params, {});
    assert.deepEqual(sent.map(([method]) => method), ["sendMessage", "getMe", "sendPoll"]);
  });
  test("with the fields of a form as parameters", async () => {
    const { watch, seen } = watching();
    const { options } = served();
    const form = new FormData();
    form.set("chat_id", "7");
    form.set("text", "a");
    form.set("disable_notification", "on");
    await new Bot({ ...options, use: [watch] }).sendMessage(form);
    assert.deepEqual({ ...seen[0].params }, { chat_id: 7, text: "a", disable_notification: true });
  });
  test("of broadcast, and getFile of download", async () => {
    const { watch, names } = watching();
    const { options } = served({ answers: { getFile: () => ({ file_id: "f", file_path: "a/b" }) } });
    const bot = new Bot({ ...options, use: [watch] });
    for await (const { status } of broadcast(bot, [7], (chat_id) => call.sendMessage({ chat_id, text: "a" }))) assert.equal(status, "sent");
    assert.equal(await (await download(bot, "f")).text(), "content");
    assert.deepEqual(names(), ["sendMessage call", "getFile call"]);
  });
  test("the bot's retry, so that it can follow the retries", async () => {
    const { watch, seen } = watching();
    const { options } = served({ retry: 3 });
    const bot = new Bot({ ...options, use: [watch] });
    await bot.getMe();
    await bot.getMe({}, { retry: 1 });
    assert.equal(seen[0].options.retry.retries, 3);
    assert.equal(seen[1].options.retry, 1);
  });
});

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
  test("a fault of the returned call reaches middleware and onError, once", async () => {
    const caught = [];
    const use = [(call, next) => next(call).catch((error) => (caught.push(error.path), Promise.reject(error)))];
    const { handle, errors } = webhook({ use }, () => ({ method: "sendMessage", chat_id: 7, text: 5 }));
    assert.equal((await handle(deliver({ message }))).status, 500);
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
      [() => call.answerCallbackQuery({ callback_query_id: "q" }), ["answerCallbackQuery returned"], []],
    ];
    for (const [handler, expected, methods] of handlers) {
      const pending = [];
      const { handle, names, sent } = webhook({}, handler);
      await handle(deliver({ callback_query }), undefined, { waitUntil: (promise) => pending.push(promise) });
      await Promise.all(pending);
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

/** A clock that a test moves, and a gate for promises. */
function deadline() {
  const timers = [];
  const clock = { now: () => 0, setTimeout: (act, ms) => timers.push({ act, ms }), clearTimeout: () => {} };
  return { clock, pass: () => timers.forEach(({ act, ms }) => ms < 15_000 && act()) };
}
const gate = () => {
  let open;
  const promise = new Promise((resolve) => (open = resolve));
  return { promise, open };
};

describe("at the deadline of a webhook", () => {
  const late = async ({ handler, use, update = { message } }) => {
    const { clock, pass } = deadline();
    const { options, sent } = served({ clock });
    const pending = [];
    const errors = [];
    const handle = createWebhookHandler({ ...options, path: "/a", use, onError: (error) => void errors.push(error) }, handler);
    const answering = handle(deliver(update), undefined, { waitUntil: (promise) => pending.push(promise) });
    return { answering, pass, sent, errors, over: async () => { for (const each of pending) await each; } };
  };
  test("a late handler's call passes it once, and its result is seen", async () => {
    const { watch, seen } = watching();
    const { promise, open } = gate();
    const started = gate();
    const { answering, pass, sent, over } = await late({ use: [watch], handler: async () => {
      started.open();
      await promise;
      return call.sendMessage({ chat_id: 7, text: "a" });
    } });
    await started.promise;
    pass();
    assert.equal((await answering).status, 200);
    open();
    await over();
    assert.deepEqual(sent, [["sendMessage", { chat_id: 7, text: "a" }]]);
    assert.deepEqual(seen.map(({ origin, result }) => [origin, result]), [["returned", true]]);
  });
  for (const place of ["before", "after"]) {
    test(`one that waits in middleware ${place} next is sent without it`, async () => {
      const { promise, open } = gate();
      const started = gate();
      let count = 0;
      const wait = async (call, next) => {
        count++;
        if (place === "after") await next(call);
        started.open();
        await promise;
        if (place === "before") return next({ ...call, params: { ...call.params, text: "changed" } });
      };
      const document = new ReadableStream({ start: (controller) => (controller.enqueue(new TextEncoder().encode("abc")), controller.close()) });
      const handler = () => (place === "before" ? call.sendMessage({ chat_id: 7, text: "a" }) : call.sendDocument({ chat_id: 7, document }));
      const { answering, pass, sent, errors, over } = await late({ use: [wait], handler });
      await started.promise;
      pass();
      assert.equal(await (await answering).text(), "");
      open();
      await over();
      assert.deepEqual(errors, []);
      assert.equal(count, 1);
      assert.deepEqual(sent, place === "before" ? [["sendMessage", { chat_id: 7, text: "changed" }]] : [["sendDocument", {}]]);
    });
  }
  test("a pending answer is sent as an ordinary call, since middleware may take its time", async () => {
    const { watch, names } = watching();
    const never = gate();
    const answered = gate();
    const { answering, pass, sent, over } = await late({ use: [watch], update: { callback_query }, handler: async (_, { answer }) => {
      answer({ text: "a" });
      answered.open();
      await never.promise;
    } });
    await answered.promise;
    pass();
    const response = await answering;
    assert.deepEqual([response.status, await response.text()], [200, ""]);
    never.open();
    await over();
    assert.deepEqual(sent, [["answerCallbackQuery", { callback_query_id: "q", text: "a" }]]);
    assert.deepEqual(names(), ["answerCallbackQuery answer"]);
  });
});

test("poll: its own calls pass the bot's middleware, those of the handler also that of its options", async () => {
  const bots = watching();
  const polls = watching();
  const stop = new AbortController();
  const updates = [[{ update_id: 1, message }], [{ update_id: 2, callback_query }]];
  const answers = {
    getWebhookInfo: () => ({ url: "", has_custom_certificate: false, pending_update_count: 0 }),
    getUpdates: () => updates.shift() ?? [],
    answerCallbackQuery: () => (stop.abort(), true),
  };
  const { options } = served({ answers });
  const bot = new Bot({ ...options, use: [bots.watch] });
  await poll(bot, ({ message }, { bot, answer }) => (message ? bot.getMe().then(() => call.sendMessage({ chat_id: 7, text: "a" })) : void answer()), {
    signal: stop.signal, use: [polls.watch],
  });
  assert.deepEqual(polls.names(), ["getMe call", "sendMessage returned", "answerCallbackQuery answer"]);
  assert.deepEqual([...new Set(bots.names())].sort(), ["answerCallbackQuery answer", "getMe call", "getUpdates call", "getWebhookInfo call", "sendMessage returned"]);
});

describe("what it may do", () => {
  const made = (use, more) => {
    const { options, sent } = served(more);
    return { bot: new Bot({ ...options, use }), sent };
  };
  test("change parameters and options, and short-circuit", async () => {
    const { bot, sent } = made([
      async (call, next) => (call.method === "getMe" ? { id: 1 } : next(call)),
      (call, next) => next({ ...call, params: { ...call.params, text: "changed" }, options: { ...call.options, httpMethod: "GET" } }),
    ]);
    assert.deepEqual(await bot.getMe(), { id: 1 });
    await bot.sendMessage({ chat_id: 7, text: "a" }).catch(() => {});
    assert.deepEqual(sent.map(([method]) => method), ["sendMessage?chat_id=7&text=changed"]);
  });
  test("repeat the call, and change its method to one that can be in a URL", async () => {
    let failures = 2;
    const answers = { sendMessage: () => failures-- > 0 && Response.json({ ok: false, error_code: 500, description: "a" }, { status: 500 }) };
    const again = async (call, next) => { for (;;) try { return await next(call); } catch { /* Again. */ } };
    const { bot, sent } = made([again], { answers });
    await bot.sendMessage({ chat_id: 7, text: "a" });
    assert.equal(sent.length, 3);
    const renamed = made([(call, next) => next({ ...call, method: "../evil" })]);
    await assert.rejects(renamed.bot.getMe(), { kind: "validation", path: "method" });
    assert.deepEqual(renamed.sent, []);
  });
  test("it runs before the check, which sees what it made", async () => {
    const { bot } = made([(call, next) => next({ ...call, params: { ...call.params, text: 5 } })]);
    await assert.rejects(bot.sendMessage({ chat_id: 7, text: "a" }), { kind: "validation", path: "text", received: "5" });
    const mended = made([(call, next) => next({ ...call, params: { chat_id: 7, text: "a" } })]);
    await mended.bot.sendMessage({});
  });
  test("its time does not count towards timeoutMs", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { promise, open } = gate();
    const { bot } = made([(call, next) => promise.then(() => next(call))]);
    const calling = bot.sendMessage({ chat_id: 7, text: "a" }, { timeoutMs: 50 });
    await setImmediate();
    t.mock.timers.tick(60_000);
    open();
    assert.equal(await calling, true);
  });
  for (const [name, use] of [["rejects", async () => { throw thrown; }], ["throws at once", () => { throw thrown; }]]) {
    test(`what it throws reaches the caller as it is: it ${name}`, async () => {
      const { bot } = made([use]);
      const isThrown = (error) => error === thrown && error.message === `with ${TOKEN}`;
      await assert.rejects(bot.getMe(), isThrown);
      await assert.rejects(bot.call("getMe"), isThrown);
      await assert.rejects(download(bot, "f"), isThrown);
      for await (const { error } of broadcast(bot, [7], (chat_id) => call.sendMessage({ chat_id, text: "a" }))) assert.ok(isThrown(error));
      const reported = [];
      const handle = createWebhookHandler({ bot, path: "/a", onError: (error) => void reported.push(error) }, () => call.getMe());
      assert.equal((await handle(deliver({ message }))).status, 500);
      assert.ok(isThrown(reported[0]));
      await assert.rejects(poll(bot, () => {}), isThrown);
    });
  }
  test("errors of the call itself are those of the package, without the token", async () => {
    const caught = [];
    const { bot } = made([(call, next) => next(call).catch((error) => { caught.push(error.message); throw error; })], {
      answers: { getMe: () => { throw new Error(`with ${TOKEN}`); } },
    });
    await assert.rejects(bot.getMe(), { kind: "network" });
    assert.ok(caught.length === 1 && !caught[0].includes(TOKEN));
    const reason = new Error("enough");
    await assert.rejects(bot.sendMessage({ chat_id: 7, text: "a" }, { signal: AbortSignal.abort(reason) }), AbortedError);
  });
});
const thrown = new Error(`with ${TOKEN}`);

test("options that are not middleware are refused by name", () => {
  const { options } = served();
  for (const use of [5, {}, [5], [() => {}, undefined], null, "a"]) {
    const expected = { kind: "validation", path: "use", expected: "an Array of functions" };
    assert.throws(() => new Bot({ ...options, use }), { ...expected, method: "Bot" });
    assert.throws(() => createWebhookHandler({ ...options, path: "/a", use }, () => {}), { ...expected, method: "createWebhookHandler" });
    assert.throws(() => createWebhookHandler({ bot: new Bot(options), path: "/a", use }, () => {}), { ...expected, method: "createWebhookHandler" });
  }
  return assert.rejects(poll(new Bot(options), () => {}, { use: [5] }), { kind: "validation", method: "poll", path: "use" });
});
