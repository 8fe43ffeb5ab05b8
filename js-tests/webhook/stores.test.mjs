// Stores of claims in this process: memory, a user's own, and those of platforms that fail or are bound wrongly.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createWebhookHandler, isValidationError, memoryStore } from "botwire";
import { denoKvStore } from "botwire/stores/deno-kv";
import { ChatTurns, durableObjectStore, inChatOrder, UpdateClaims } from "botwire/stores/durable-object";
import { workersKvStore } from "botwire/stores/workers-kv";
import { TOKEN } from "../support/recorder.mjs";
import { inVirtualTime } from "../support/virtual-time.mjs";

/** In virtual time. */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

test("an order without its binding is reported by name, and the update comes again", async () => {
  const errors = [];
  const options = { baseUrl: "https://service.invalid", token: TOKEN, allowUnauthenticated: true, onError: (error) => void errors.push(error) };
  const handle = createWebhookHandler(options, inChatOrder((env) => env.MISSING, () => assert.fail()));
  const response = await handle(new Request("https://bot.example/", { method: "POST", body: '{"update_id":1}', headers: { "content-type": "application/json" } }), {});
  assert.equal(response.status, 500);
  assert.match(errors[0].message, /^inChatOrder: /);
});

test("a turn lasts until the call of a late handler was answered", async () => {
  const steps = [];
  const object = {
    fetch: async (url) => {
      await sleep(1);
      steps.push(new URL(url).pathname);
      return new Response("7");
    },
  };
  const turns = { idFromName: (name) => name, get: () => object };
  const fetch = async () => {
    steps.push("sending");
    await sleep(50);
    steps.push("sent");
    return Response.json({ ok: true, result: {} });
  };
  const promises = [];
  const options = { baseUrl: "https://service.invalid", token: TOKEN, allowUnauthenticated: true, deadlineMs: 20, fetch };
  const handle = createWebhookHandler(options, inChatOrder(() => turns, async () => {
    await sleep(60);
    return { method: "sendMessage", chat_id: 1, text: "late" };
  }));
  const body = '{"update_id":1,"message":{"message_id":1,"date":1,"chat":{"id":1,"type":"private"}}}';
  const request = new Request("https://bot.example/", { method: "POST", body, headers: { "content-type": "application/json" } });
  assert.equal((await handle(request, {}, { waitUntil: (promise) => promises.push(promise) })).status, 200);
  while (promises.length > 0) await promises.shift();
  assert.deepEqual(steps, ["/enter", "sending", "sent", "/leave"]);
});

test("a turn from before a restart of the object does not end a later one", () =>
  inVirtualTime(undefined, async ({ now }) => {
    const ask = async (turns, question) => (await turns.fetch({ url: `https://durable.invalid/${question}` })).text();
    const old = await ask(new ChatTurns(), "enter?id=1");
    await wait(5);
    const restarted = new ChatTurns();
    const current = await ask(restarted, "enter?id=2");
    const next = ask(restarted, "enter?id=3").then(now);
    await ask(restarted, `leave?id=${old}`);
    await wait(10);
    await ask(restarted, `leave?id=${current}`);
    assert.equal(await next, 15);
  }));

test("the alarm of UpdateClaims forgets an update that is in flight for 60 s, and wakes the claim that waits for it", async (t) => {
  t.mock.timers.enable({ apis: ["Date", "setTimeout"], now: 1e12 });
  const stored = new Map();
  const storage = {
    get: async (key) => stored.get(key),
    put: async (entries) => Object.entries(entries).forEach(([key, value]) => stored.set(key, value)),
    list: async () => new Map(),
    getAlarm: async () => null,
    setAlarm: async () => {},
  };
  const object = new UpdateClaims({ storage });
  const claim = async () => (await object.fetch({ url: "https://durable.invalid/claim?id=1" })).text();
  assert.equal(await claim(), "true");
  let claimed;
  void claim().then((answer) => (claimed = answer));
  await new Promise(setImmediate);
  // No timer fires here: that of the claim would wake it as well.
  t.mock.timers.setTime(1e12 + 60_000);
  await object.alarm();
  await new Promise(setImmediate);
  assert.equal(claimed, "true");
});

test("memory is bounded, and forgets the oldest first", () => {
  const store = memoryStore(100);
  for (let id = 0; id < 1000; id++) {
    assert.equal(store.claim(id, 60), true);
    store.settle(id, 60);
  }
  assert.deepEqual([store.claim(950, 60), store.claim(10, 60)], [false, true]);
});

test("memory is bounded also when more updates are in flight than it keeps", () => {
  const store = memoryStore(2);
  for (const id of [1, 2, 3]) assert.equal(store.claim(id, 60), true);
  for (const id of [1, 2, 3]) store.settle(id, 60);
  assert.deepEqual([store.claim(3, 60), store.claim(2, 60), store.claim(1, 60)], [false, false, true]);
});

test("memory: after 60 s in flight an update goes to another delivery, which also decides for those that wait", async (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: 1e12 });
  const store = memoryStore();
  assert.equal(store.claim(1, 600), true);
  const waiting = [store.claim(1, 600), store.claim(1, 600)];
  t.mock.timers.setTime(1e12 + 59_000);
  waiting.push(store.claim(1, 600));
  t.mock.timers.setTime(1e12 + 61_000);
  assert.equal(store.claim(1, 600), true);
  store.settle(1, 600);
  assert.deepEqual(await Promise.all(waiting), [false, false, false]);
});

test("memory: no new update counts as handled when the clock ticks between two looks, or is set back", (t) => {
  let now = 1e12;
  const ticking = t.mock.method(Date, "now", () => now++);
  const store = memoryStore();
  assert.equal(store.claim(1, 600), true);
  store.settle(1, 600);
  now = 1e12 - 3_600_000;
  assert.deepEqual([store.claim(2, 600), store.claim(1, 600)], [true, false]);
  assert.ok(ticking.mock.callCount() > 0);
});

test("memory forgets after the time", (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: 1e12 });
  const store = memoryStore();
  store.claim(1, 60);
  store.settle(1, 60);
  t.mock.timers.setTime(1e12 + 59_000);
  assert.equal(store.claim(1, 60), false);
  t.mock.timers.setTime(1e12 + 61_000);
  assert.equal(store.claim(1, 60), true);
});

const PATH = "/hook/s3cret-p4th";
const options = { baseUrl: "https://service.invalid", token: TOKEN, path: PATH };
const delivery = (update_id) =>
  new Request(`https://bot.example${PATH}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ update_id }) });

describe("a store of the user's own, { claim, release }", () => {
  for (const [what, wrap] of [["at once", (value) => value], ["in a while", async (value) => (await sleep(5), value)]]) {
    test(`that answers ${what}`, async () => {
      const known = new Set();
      const asked = [];
      const store = {
        known,
        // Called as methods.
        claim(id, ttlSeconds) {
          asked.push([id, ttlSeconds]);
          return wrap(!this.known.has(id) && !!this.known.add(id));
        },
        release(id) {
          return wrap(void this.known.delete(id));
        },
      };
      let runs = 0;
      const handle = createWebhookHandler({ ...options, store, claimSeconds: 5, onError() {} }, () => {
        if (runs++ === 0) throw new Error("a");
      });
      const statuses = [];
      for (let count = 0; count < 3; count++) statuses.push((await handle(delivery(9))).status);
      assert.deepEqual([statuses, runs, [...known]], [[500, 200, 200], 2, [9]]);
      assert.deepEqual(asked, [[9, 5], [9, 5], [9, 5]]);
    });
  }
  test("of the environment of each request", async () => {
    const stores = { a: memoryStore(), b: memoryStore() };
    let runs = 0;
    const handle = createWebhookHandler({ ...options, store: (env) => stores[env.NAME] }, () => void runs++);
    for (const NAME of ["a", "b", "a", "b"]) assert.equal((await handle(delivery(1), { NAME })).status, 200);
    assert.equal(runs, 2);
  });
  for (const [what, store] of Object.entries({
    "whose release fails": { claim: () => true, release: () => Promise.reject(new Error("down")) },
    "whose release throws": { claim: () => true, release() { throw new Error("down"); } },
  })) {
    test(`${what}: 500, and onError gets both errors`, async () => {
      const errors = [];
      const handle = createWebhookHandler({ ...options, store, onError: (error) => void errors.push(error.message) }, () => { throw new Error("a"); });
      assert.equal((await handle(delivery(1))).status, 500);
      assert.deepEqual(errors, ["a", "down"]);
    });
  }
  test("that cannot be had: 500", async () => {
    const handle = createWebhookHandler({ ...options, store: (env) => durableObjectStore(env?.MISSING), onError() {} }, () => assert.fail());
    assert.equal((await handle(delivery(1))).status, 500);
    assert.equal((await handle(delivery(1), {})).status, 500);
  });
});

describe("Workers KV", () => {
  const kv = (more) => {
    const written = new Map();
    return { written, async get(key) { return written.get(key) ?? null; }, async put(key, value, { expirationTtl }) { written.set(key, `${value} for ${expirationTtl}`); }, ...more };
  };
  test("writes once, after the handler, for a minute at least", async () => {
    const namespace = kv();
    const store = workersKvStore(namespace);
    assert.equal(await store.claim(1, 5), true);
    assert.equal(namespace.written.size, 0);
    await store.settle(1, 5);
    await store.claim(2, 90.5);
    await store.settle(2, 90.5);
    assert.deepEqual(Object.fromEntries(namespace.written), { "update:1": "1 for 60", "update:2": "1 for 91" });
    assert.equal(await store.claim(1, 5), false);
  });
  test("another isolate knows what it reads there", async () => {
    const namespace = kv();
    const first = workersKvStore({ ...namespace });
    await first.claim(1, 600);
    await first.settle(1, 600);
    assert.deepEqual([await workersKvStore({ ...namespace }).claim(1, 600), await workersKvStore({ ...namespace }, "other:").claim(1, 600)], [false, true]);
  });
  test("claims of an update that it knows are false at once, the second one as well", () =>
    inVirtualTime(undefined, async ({ now }) => {
      const store = workersKvStore(kv({ get: async () => "1" }));
      assert.deepEqual([await store.claim(1, 600), await store.claim(1, 600), now()], [false, false, 0]);
    }));
  test("that cannot be read: 500, and the next delivery is handled", async () => {
    let fails = true;
    const namespace = kv({ async get() { if (fails) throw new Error("down"); return null; } });
    const errors = [];
    let runs = 0;
    const handle = createWebhookHandler({ ...options, store: () => workersKvStore(namespace), onError: (error) => void errors.push(error.message) }, () => void runs++);
    assert.equal((await handle(delivery(1))).status, 500);
    fails = false;
    assert.equal((await handle(delivery(1))).status, 200);
    assert.deepEqual([errors, runs], [["down"], 1]);
  });
  test("that cannot be written: 200, and onError gets the error", async () => {
    const namespace = kv({ put: async () => { throw new Error("one write a second"); } });
    const errors = [];
    const promises = [];
    const handle = createWebhookHandler({ ...options, store: workersKvStore(namespace), onError: (error) => void errors.push(error.message) }, () => {});
    assert.equal((await handle(delivery(1), {}, { waitUntil: (promise) => promises.push(promise) })).status, 200);
    await Promise.all(promises);
    assert.deepEqual(errors, ["one write a second"]);
  });
});

for (const [name, make] of Object.entries({ durableObjectStore, workersKvStore, denoKvStore })) {
  for (const wrong of [undefined, null, {}, "CLAIMS", { get() {} }]) {
    test(`${name} of ${JSON.stringify(wrong)} is refused by name`, () => {
      assert.throws(() => make(wrong), (error) => isValidationError(error) && error.message.startsWith(`${name}: `));
    });
  }
}

test("durableObjectStore throws if the object fails", async () => {
  const object = { fetch: async () => new Response("overloaded", { status: 500 }) };
  const store = durableObjectStore({ idFromName: (name) => name, get: () => object });
  for (const question of ["claim", "release", "settle"]) {
    await assert.rejects(store[question](1, 60), /updates-0 failed: overloaded/);
  }
});

for (const shards of [0, -1, 1.5, "2", NaN]) {
  test(`durableObjectStore: ${JSON.stringify(shards)} shards are refused`, () => {
    const namespace = { get() {}, idFromName() {} };
    assert.throws(() => durableObjectStore(namespace, { shards }), (error) => isValidationError(error) && error.path === "shards");
  });
}

test("Workers KV of two bots with prefixes of their own in one namespace", async () => {
  const written = new Map();
  const kv = { get: async (key) => written.get(key) ?? null, put: async (key, value) => void written.set(key, value) };
  for (const prefix of ["one:", "two:"]) {
    const store = workersKvStore(kv, prefix);
    assert.equal(await store.claim(7, 60), true);
    await store.settle(7, 60);
    assert.equal(await workersKvStore(kv, prefix).claim(7, 60), false);
  }
});

test("denoKvStore tries 20 times while another program writes, with ever longer pauses", () =>
  inVirtualTime(undefined, async ({ now }) => {
    let left = 0;
    let tries = 0;
    const write = async () => {
      tries++;
      if (left-- > 0) throw new Error("database is locked");
    };
    const store = denoKvStore({ get: write, set: write, delete: write, atomic() {} });
    left = 19;
    await store.settle(1, 60);
    assert.ok(tries === 20 && now() > 1000 && now() < 9500, `${tries} tries in ${now()} ms`);
    left = 20;
    await assert.rejects(async () => store.release(1), /locked/);
    assert.equal(tries, 40);
  }));
