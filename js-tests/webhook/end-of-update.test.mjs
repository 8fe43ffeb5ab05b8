// What happens after the handler: the check, the commit, the response, failures and the deadline, with a store that fails.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createWebhookHandler, inOrder, memoryStore, on, quote, reply, sessions } from "botwire";
import { callback_query, delivery as deliveryOf, host, message, passing, pending } from "../support/deliveries.mjs";
import { inVirtualTime } from "../support/virtual-time.mjs";

const post = (update_id, fields = { message }) => deliveryOf({ update_id, ...fields }, { path: "/a" });
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const call = { method: "sendMessage", chat_id: 7, text: "a" };

/** A webhook, the calls that the service got, and what `onError` was called with. */
function hook(handler, { onError = () => {}, answer = () => ({ ok: true, result: true }), ...options } = {}) {
  const [sent, reported] = [[], []];
  const fetch = async (url, { body }) => {
    const call = [url.split("/").at(-1), JSON.parse(body)];
    sent.push(call);
    const { status = 200, ...json } = answer(...call);
    return Response.json(json, { status });
  };
  const handle = createWebhookHandler({
    baseUrl: "https://service.example", token: "7:secret-of-the-bot", path: "/a", fetch,
    onError: (error, context) => (reported.push([error.message, context.attempt, context.willRetry]), onError(error, context)),
    ...options,
  }, handler);
  return { handle, sent, reported };
}

/** A store whose functions of these names fail so many times, before or after they have done their work. */
function failing(names, times, { isAfter = false, store = memoryStore() } = {}) {
  const wrapped = names.map((name) => [name, async (...values) => {
    const isFault = times-- > 0;
    if (isFault && !isAfter) throw new Error("connection reset");
    const answer = await store[name](...values);
    if (isFault) throw new Error("connection reset");
    return answer;
  }]);
  return { ...store, ...Object.fromEntries(wrapped) };
}

describe("the order of effects", () => {
  test("a refused returned call keeps nothing: the wizard goes on where it was, reported once", async () => {
    const store = memoryStore();
    const wizard = sessions({ store, initial: () => ({ step: "start" }) }, (_update, context) => {
      const { session } = context;
      if (session.step === "start") return void (session.step = "name");
      context.session = undefined;
      return { ...call, text: "x".repeat(4236) };
    });
    const { handle, reported } = hook(wizard, { store });
    assert.equal((await handle(post(1))).status, 200);
    assert.equal((await handle(post(2))).status, 200);
    assert.deepEqual(reported.map(([text, attempt, willRetry]) => [text.slice(0, 17), attempt, willRetry]), [["sendMessage: text", 1, false]]);
    assert.equal(JSON.parse(store.read("7:session:chat:7")).session.step, "name");
    await handle(post(2));
    assert.equal(reported.length, 1, "it does not come again");
  });
  test("a session, done and the response are saved in one operation of the store that they share", async () => {
    const operations = [];
    const memory = memoryStore();
    const store = Object.fromEntries(Object.entries(memory).map(([name, act]) => [name, (...values) => (operations.push(name), act(...values))]));
    const handler = sessions({ store: () => store, initial: () => ({ count: 0 }) }, (_update, { session }) => (session.count++, call));
    const { handle } = hook(handler, { store: () => assert.fail() });
    assert.equal((await hook(handler, { store }).handle(post(1))).status, 200);
    assert.deepEqual(operations.filter((name) => !["claim", "read", "release"].includes(name)), ["commit"]);
    assert.equal((await handle(post(3))).status, 503, "a function that fails is a store that fails");
    operations.length = 0;
    const other = memoryStore();
    await hook(sessions({ store, initial: () => ({ count: 0 }) }, (_update, { session }) => (session.count++, call)), { store: other }).handle(post(2));
    assert.deepEqual(operations.filter((name) => !["claim", "read", "release"].includes(name)), ["write"], "two stores: the session first");
  });
  test("a function that returns the store is one store, if both options have it", async () => {
    let made = 0;
    const commits = [];
    const memory = memoryStore();
    const store = () => (made++, { ...memory, commit: (commit) => (commits.push(commit), memory.commit(commit)) });
    const { handle } = hook(sessions({ store, initial: () => ({ count: 0 }) }, (_update, { session }) => void session.count++), { store });
    assert.equal((await handle(post(1))).status, 200);
    assert.deepEqual([made, commits.length, commits[0].done.key, commits[0].sessions.length], [1, 1, "7:update:1", 1]);
  });
  test("a process that dies before the commit keeps neither the session nor done", () => inVirtualTime(undefined, async () => {
    const store = memoryStore();
    const dying = { ...store, commit: () => new Promise(() => {}), renew: () => new Promise(() => {}) };
    const make = (store) => hook(sessions({ store, initial: () => ({ count: 0 }) }, (_update, { session }) => void session.count++), { store, deadlineMs: 60_000 }).handle;
    void make(dying)(post(1));
    await wait(10);
    assert.equal(store.read("7:session:chat:7"), undefined);
    assert.equal((await make(store)(post(1))).status, 200);
    assert.equal(JSON.parse(store.read("7:session:chat:7")).session.count, 1);
  }));
});

describe("a redelivery of an update that is done", () => {
  for (const [what, handler, fields] of [
    ["the returned call", () => call, { message }],
    ["the answer to its query", on({ callback_query: (_, { answer }) => void answer({ text: "hi" }) }), { callback_query }],
  ]) {
    test(`gets its response again: ${what}`, async () => {
      let runs = 0;
      const { handle } = hook((...update) => (runs++, handler(...update)));
      const [first, second] = [await handle(post(1, fields)), await handle(post(1, fields))];
      const texts = [await first.text(), await second.text()];
      assert.ok(texts[0].length > 0);
      assert.deepEqual([texts[1], second.headers.get("content-type"), runs], [texts[0], first.headers.get("content-type"), 1]);
    });
  }
  test("gets an empty 200 where the call was sent, has a file, is too long, or the option is off", async () => {
    const photo = { method: "sendPhoto", chat_id: 7, photo: new Blob(["x"]) };
    const long = { method: "sendMessage", chat_id: 7, text: "a", reply_markup: { inline_keyboard: Array(100).fill([{ text: "b".repeat(100), url: "https://a.example/" + "c".repeat(100) }]) } };
    for (const [returned, options] of [[call, { returned: "call" }], [photo], [long], [call, { rememberResponses: false }], [undefined]]) {
      const { handle, sent, reported } = hook(() => returned, options);
      await (await handle(post(1))).text();
      const second = await handle(post(1));
      assert.deepEqual([second.status, await second.text(), reported], [200, "", []]);
      assert.ok(sent.length <= 1);
    }
  });
});

describe("a store that fails for a moment", () => {
  for (const isAfter of [false, true]) {
    for (const operation of ["claim", "settle", "release"]) {
      test(`in ${operation}, ${isAfter ? "after" : "before"} its work: the handler runs once, and nothing is blocked`, () => inVirtualTime(undefined, async ({ now }) => {
        const claims = failing([operation], 3, { isAfter });
        const turns = failing([operation], 3, { isAfter });
        let runs = 0;
        const { handle, reported } = hook(inOrder({ store: turns }, () => (runs++, call)), { store: claims, atDeadline: "retry" });
        const response = await handle(post(1));
        assert.deepEqual([response.status, (await response.json()).text, runs, reported], [200, "a", 1, []]);
        await wait(1000);
        assert.equal((await handle(post(2))).status, 200);
        assert.ok(now() < 3000, `${now()} ms`);
      }));
    }
  }
  test("on every third request: none of 200 updates runs twice", () => inVirtualTime(undefined, async () => {
    const memory = memoryStore();
    let asked = 0;
    const store = Object.fromEntries(Object.entries(memory).map(([name, act]) => [name, async (...values) => {
      const answer = act(...values);
      if (++asked % 3 === 0) throw new Error("connection reset");
      return answer;
    }]));
    const runs = new Map();
    const { handle } = hook(({ update_id }) => void runs.set(update_id, (runs.get(update_id) ?? 0) + 1), { store });
    for (let id = 1; id <= 200; id++) while ((await handle(post(id))).status !== 200);
    assert.deepEqual([runs.size, Math.max(...runs.values())], [200, 1]);
  }));
  test("for good: 503, no attempt is used up, and the update is handled later", () => inVirtualTime(undefined, async () => {
    let isDown = true;
    const memory = memoryStore();
    const turns = { ...memory, claim: (...values) => { if (isDown) throw new Error("down"); return memory.claim(...values); } };
    let runs = 0;
    const { handle } = hook(inOrder({ store: turns }, () => void runs++), { attempts: 2 });
    for (let count = 0; count < 5; count++) assert.equal((await handle(post(1))).status, 503);
    isDown = false;
    assert.deepEqual([(await handle(post(1))).status, runs], [200, 1]);
  }));
});

describe("failures of the handler", () => {
  test("a bug after a message: the user gets it once, and onError hears it once", async () => {
    const { handle, sent, reported } = hook(async (_, { bot }) => {
      await bot.sendMessage({ chat_id: 7, text: "Your order is placed" });
      throw new Error("a bug");
    });
    for (let count = 0; count < 5; count++) assert.equal((await handle(post(1))).status, 200);
    assert.deepEqual([sent.length, reported], [1, [["a bug", 1, false]]]);
  });
  test("what may pass after a message: once, too", async () => {
    const { handle, sent, reported } = hook(async (_, { bot }) => {
      await bot.sendMessage({ chat_id: 7, text: "a" });
      throw passing("network");
    });
    for (let count = 0; count < 5; count++) await handle(post(1));
    assert.deepEqual([sent.length, reported], [1, [["network", 1, false]]]);
  });
  test("what may pass after a message that is still under way", async () => {
    const { handle, reported } = hook(async (_, { bot }) => {
      void bot.sendMessage({ chat_id: 7, text: "a" });
      throw passing("network");
    });
    assert.deepEqual([(await handle(post(1))).status, reported], [200, [["network", 1, false]]]);
  });
  test("a first message that is refused with 429, and an idempotent one, are no effect: 4 runs, then given up", async () => {
    let runs = 0;
    const answer = (method) => (method === "getMe" ? { ok: true, result: { id: 1 } } : { ok: false, error_code: 429, description: "slow", parameters: { retry_after: 900 } });
    const { handle, reported } = hook(async (_, { bot }) => {
      runs++;
      await bot.getMe();
      await bot.sendMessage({ chat_id: 7, text: "a" });
    }, { answer });
    const statuses = [];
    for (let count = 0; count < 5; count++) statuses.push((await handle(post(1))).status);
    assert.deepEqual([statuses, runs], [[503, 503, 503, 200, 200], 4]);
    assert.deepEqual(reported.map(([, attempt, willRetry]) => [attempt, willRetry]), [[1, true], [2, true], [3, true], [4, false]]);
  });
  test("a lasting refusal is reported once and given up; messages before it are sent once", async () => {
    let sends = 0;
    const answer = () => (++sends > 1 ? { ok: false, error_code: 403, description: "blocked" } : { ok: true, result: true });
    const { handle, reported } = hook(async (_, { bot }) => {
      await bot.sendMessage({ chat_id: 7, text: "a" });
      await bot.sendMessage({ chat_id: 7, text: "b" });
    }, { answer });
    for (let count = 0; count < 3; count++) await handle(post(1));
    assert.deepEqual([sends, reported.length], [2, 1]);
  });
  test("onError decides: retry runs a bug again, handled ends what may pass", async () => {
    let runs = 0;
    const bug = hook(() => { if (++runs < 7) throw new Error("a bug"); }, { onError: () => "retry" });
    const statuses = [];
    for (let count = 0; count < 7; count++) statuses.push((await bot(bug)).status);
    assert.deepEqual([statuses, runs], [[...Array(6).fill(503), 200], 7]);
    const network = hook(() => { throw passing("network"); }, { onError: () => "handled" });
    assert.deepEqual([(await bot(network)).status, (await bot(network)).status, network.reported.length], [200, 200, 1]);
  });
  const bot = ({ handle }) => handle(post(1));
  test("processes that die count too: after 4 of them the update is given up", () => inVirtualTime(undefined, async () => {
    const store = memoryStore();
    const dead = { ...store, renew: () => new Promise(() => {}) };
    let runs = 0;
    for (let count = 0; count < 4; count++) {
      void hook(() => (runs++, new Promise(() => {})), { store: dead, atDeadline: "retry" }).handle(post(1));
      await wait(16_000);
    }
    const { handle, reported } = hook(() => void runs++, { store });
    assert.deepEqual([(await handle(post(1))).status, runs], [200, 4]);
    assert.deepEqual(reported, [["webhook: store.claim: 4 runs of the handler have begun and not ended", 4, false]]);
  }));
});

describe("the deadline", () => {
  test("while the session is not saved yet: 503", () => inVirtualTime(undefined, async ({ now }) => {
    const memory = memoryStore();
    let isSilent = true;
    const store = { ...memory, commit: (commit) => (isSilent ? new Promise(() => {}) : memory.commit(commit)) };
    const { handle } = hook(sessions({ store, initial: () => ({ count: 0 }) }, async (_update, { session }) => {
      await wait(500);
      session.count++;
    }), { store });
    assert.equal((await handle(post(1))).status, 503);
    assert.ok(now() >= 10_000 && now() < 10_100, `${now()}`);
    isSilent = false;
    await wait(60_000);
    assert.equal((await handle(post(2))).status, 200);
  }));
  test("for a handler whose turn has ended: 503", () => inVirtualTime(undefined, async () => {
    const memory = memoryStore();
    const store = { ...memory, renew: () => false };
    const { handle } = hook(sessions({ store, initial: () => ({ count: 0 }) }, () => wait(20_000)), { store });
    assert.equal((await handle(post(1))).status, 503);
  }));
  test("with accept and without a waitUntil the console says once what to do", (t) => inVirtualTime(undefined, async () => {
    const { mock } = t.mock.method(console, "warn", () => {});
    const { handle } = hook(() => wait(20_000));
    await handle(post(1), {}, host());
    assert.equal(mock.callCount(), 0);
    for (const id of [2, 3]) assert.equal((await handle(post(id))).status, 200);
    assert.deepEqual([mock.callCount(), /pass \{ waitUntil \} as the third argument/.test(mock.calls[0].arguments[0])], [1, true]);
    await wait(60_000);
  }));
});

test("a call that quotes a message that the handler has deleted: the console says so, once", async (t) => {
  const { mock } = t.mock.method(console, "warn", () => {});
  const { handle } = hook(async ({ message }, { bot }) => {
    await bot.deleteMessage({ chat_id: message.chat.id, message_id: message.message_id });
    return quote(message, "Deleted");
  });
  for (const id of [1, 2]) await handle(post(id));
  assert.deepEqual([mock.callCount(), /quotes a message that it has deleted/.test(mock.calls[0].arguments[0])], [1, true]);
});

test("60 updates of a chat take the time of 60 handlers, and no 503", () => inVirtualTime(undefined, async ({ now }) => {
  const { handle } = hook(inOrder({}, () => wait(10)));
  const statuses = await Promise.all(Array.from({ length: 60 }, async (_, id) => (await handle(post(id))).status));
  assert.deepEqual([new Set(statuses), now() < 700], [new Set([200]), true]);
}));

test("answer() is checked when it is called", async () => {
  let caught;
  const { handle, reported } = hook(on({ callback_query: (_, { answer }) => {
    try {
      answer({ text: "x".repeat(201) });
    } catch (error) {
      caught = error.path;
      answer({ text: "ok" });
    }
  } }));
  assert.deepEqual([(await (await handle(post(1, { callback_query }))).json()).text, caught, reported], ["ok", "text", []]);
});

test("a delivery whose handler ends in its first turn sets no timer, and another one sets one", async () => {
  const timers = [];
  const clock = { now: () => performance.now(), setTimeout: (act, ms) => (timers.push(ms), setTimeout(act, ms)), clearTimeout };
  // Without the one of the body.
  const request = () => ({ method: "POST", url: "https://bot.example/a", headers: new Headers(), text: async () => JSON.stringify({ update_id: 1, message }) });
  const bodies = hook(async () => call, { clock, deadlineMs: 0 });
  await bodies.handle(request());
  assert.deepEqual(timers, []);
  const [later, goOn] = pending();
  const slow = hook(() => later, { clock, deadlineMs: 0 }).handle(request());
  await wait(1);
  assert.deepEqual(timers.map(Math.round), [5000], "for the first renewal");
  goOn();
  await slow;
});
