// Middleware of a bot: the calls it sees, the changes it may make, and the effects that reach the caller.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { AbortedError, Bot, broadcast, call, createWebhookHandler, download, poll } from "botwire";
import { callback_query, message, pending } from "../support/deliveries.mjs";
import { TOKEN, deliver, served, watching } from "./watching.mjs";

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
    const [later, goOn] = pending();
    const { bot } = made([(call, next) => later.then(() => next(call))]);
    const calling = bot.sendMessage({ chat_id: 7, text: "a" }, { timeoutMs: 50 });
    await setImmediate();
    t.mock.timers.tick(60_000);
    goOn();
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
      assert.equal((await handle(deliver({ message }))).status, 200, "given up");
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

describe("the call that it is given", () => {
  test("has a copy of the parameters: a change does not reach the caller's object", async () => {
    const { options, sent } = served();
    const redirect = (call, next) => ((call.params.chat_id = 9), next(call));
    const bot = new Bot({ ...options, use: [redirect] });
    const params = { chat_id: 7, text: "a" };
    await bot.sendMessage(params);
    assert.deepEqual([params, sent[0][1].chat_id], [{ chat_id: 7, text: "a" }, 9]);
  });
  for (const nothing of [undefined, null, "sendMessage"]) {
    test(`is what next takes, and ${nothing} is refused by name`, async () => {
      const { options } = served();
      const bot = new Bot({ ...options, use: [(_, next) => next(nothing)] });
      await assert.rejects(bot.getMe(), { kind: "validation", method: "middleware", path: "next" });
    });
  }
});
