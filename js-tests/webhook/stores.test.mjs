// Stores of claims in this process: memory, a user's own, and those of platforms that fail or have wrong bindings. The
// guarantees of all stores: stores/contract.mjs.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createWebhookHandler, isValidationError, memoryStore } from "botwire";
import { denoKvStore } from "botwire/stores/deno-kv";
import { durableObjectStore } from "botwire/stores/durable-object";
import { workersKvStore } from "botwire/stores/workers-kv";
import { TOKEN } from "../support/recorder.mjs";
import { storeWith } from "../support/stores.mjs";
import { inVirtualTime } from "../support/virtual-time.mjs";
import { PATH, passing, post } from "../support/deliveries.mjs";

/** In virtual time. */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

test("memory is bounded, and forgets the oldest first", () => {
  const store = memoryStore(100);
  for (let id = 0; id < 1000; id++) store.settle(`${id}`, store.claim(`${id}`, 1000).owner, 60);
  assert.equal(store.claim("950", 60), "done");
  assert.ok(store.claim("10", 60).owner);
});

test("memory is bounded also when more updates are in flight than it keeps", () => {
  const store = memoryStore(2);
  const owners = ["1", "2", "3"].map((key) => store.claim(key, 1000).owner);
  for (const [index, owner] of owners.entries()) assert.equal(store.settle(`${index + 1}`, owner, 60), true);
  assert.deepEqual([store.claim("3", 60), store.claim("2", 60)], ["done", "done"]);
});

test("memory remembers the sessions that were written last, and forgets the oldest first", () => {
  const store = memoryStore(100);
  for (let id = 0; id < 1000; id++) {
    const { owner } = store.claim(`${id}`, 1000);
    assert.equal(store.write(`${id}`, `text ${id}`, 60, owner), true);
    store.release(`${id}`, owner);
  }
  for (let id = 900; id < 1000; id++) assert.equal(store.read(`${id}`), `text ${id}`);
  assert.equal(store.read("10"), undefined);
});

test("memory remembers updates while turns come and go, and no turn has two owners", () => {
  const store = memoryStore(200);
  store.settle("done", store.claim("done", 1000).owner, 60);
  const turns = Array.from({ length: 50 }, (_, id) => [`turn ${id}`, store.claim(`turn ${id}`, 1000, id).owner]);
  for (let round = 0; round < 3; round++) {
    for (const [key, owner] of turns) {
      assert.equal(store.claim(key, 1000, 1000), "busy");
      assert.equal(store.renew(key, owner, 1000), true);
      assert.equal(store.release(key, owner), true);
      assert.equal(store.renew(key, owner, 1000), false);
      // The place that has waited is next.
      assert.equal(store.claim(key, 1000, 1000, owner).owner, owner);
    }
  }
  assert.equal(store.claim("done", 1000), "done");
});

test("a key of a former update can be the key of a turn in memory", () => {
  const store = memoryStore(3);
  const [first] = ["key", "2", "3", "4"].map((key) => store.claim(key, 1000).owner);
  assert.equal(store.claim("key", 1000, 1), "busy");
  store.release("key", first);
  const { owner } = store.claim("key", 1000, 1);
  assert.equal(store.claim("key", 1000), "busy");
  store.settle("key", owner, 60);
  assert.equal(store.claim("key", 1000, 2), "done");
});

test("memory does not ask the clock of the wall, which may be set", (t) => {
  const store = memoryStore();
  const { owner } = store.claim("1", 1000);
  t.mock.method(Date, "now", () => 1e15);
  assert.equal(store.claim("1", 1000), "busy");
  assert.equal(store.settle("1", owner, 600), true);
  t.mock.method(Date, "now", () => 0);
  assert.equal(store.claim("1", 1000), "done");
});

test("memory forgets after the time", () => inVirtualTime(undefined, async () => {
  const store = memoryStore();
  store.settle("1", store.claim("1", 1000).owner, 60);
  await wait(59_000);
  assert.equal(store.claim("1", 1000), "done");
  await wait(2000);
  assert.ok(store.claim("1", 1000).owner);
}));

const options = { baseUrl: "https://service.invalid", token: TOKEN, path: PATH };
const delivery = (update_id) => post({}, update_id);

describe("a store of the user's own", () => {
  for (const [what, wrap] of [["at once", (value) => value], ["in a while", async (value) => (await sleep(5), value)]]) {
    test(`that answers ${what}`, async () => {
      const known = new Set();
      const asked = [];
      const store = {
        ...storeWith(),
        known,
        // Called as methods.
        claim(key, leaseMs, place, owner) {
          asked.push([key, leaseMs, place, owner.length > 16]);
          return wrap(this.known.has(key) ? "done" : (this.known.add(key), { owner: "me" }));
        },
        settle(key, owner, ttlSeconds) {
          asked.push([key, owner, ttlSeconds]);
          return wrap(true);
        },
        release(key, owner, attempts) {
          asked.push([key, owner, attempts]);
          return wrap(this.known.delete(key));
        },
      };
      let runs = 0;
      const handle = createWebhookHandler({ ...options, store, claimSeconds: 5, leaseMs: 7000, onError() {}, onReject() {} }, () => {
        if (runs++ === 0) throw passing("a");
      });
      const statuses = [];
      for (let count = 0; count < 3; count++) statuses.push((await handle(delivery(9))).status);
      const key = "110201543:update:9";
      assert.deepEqual([statuses, runs, [...known]], [[503, 200, 200], 2, [key]]);
      const claim = [key, 7000, undefined, true];
      assert.deepEqual(asked, [claim, [key, "me", 1], claim, [key, "me", 5], claim]);
    });
  }
  test("of the environment of each request", async () => {
    const stores = { a: memoryStore(), b: memoryStore() };
    let runs = 0;
    const handle = createWebhookHandler({ ...options, store: (env) => stores[env.NAME], onReject() {} }, () => void runs++);
    for (const NAME of ["a", "b", "a", "b"]) assert.equal((await handle(delivery(1), { NAME })).status, 200);
    assert.equal(runs, 2);
  });
  for (const [what, functions] of Object.entries({
    "whose release fails": { release: () => Promise.reject(new Error("down")) },
    "whose release throws": { release() { throw new Error("down"); } },
  })) {
    test(`${what}: 503 at the deadline, and onError gets both errors`, () => inVirtualTime(undefined, async () => {
      const errors = [];
      const handle = createWebhookHandler({ ...options, store: storeWith(functions), onError: (error) => void errors.push(error.message) }, () => { throw passing("a"); });
      assert.equal((await handle(delivery(1))).status, 503);
      while (errors.length < 2) await new Promise((resolve) => setTimeout(resolve, 1000));
      assert.deepEqual(errors, ["a", "webhook: store.release: down"]);
    }));
  }
  test("that cannot be had: 503", async () => {
    const handle = createWebhookHandler({ ...options, store: (env) => durableObjectStore(env?.MISSING), onError() {} }, () => assert.fail());
    assert.equal((await handle(delivery(1))).status, 503);
    assert.equal((await handle(delivery(1), {})).status, 503);
  });
  test("in which another delivery took the update: 503, and onError is called", async () => {
    const errors = [];
    const handle = createWebhookHandler({ ...options, store: storeWith({ settle: () => false }), onError: ({ kind, message }, { willRetry }) => void errors.push([kind, message, willRetry]) }, () => {});
    assert.equal((await handle(delivery(1))).status, 503);
    assert.deepEqual(errors, [["store", "webhook: store.settle: the lease ended before the handler did, and another delivery claimed the update", true]]);
  });
  test("with a function missing is refused", () => {
    for (const missing of ["claim", "renew", "settle", "release"]) {
      const store = storeWith({ [missing]: undefined });
      assert.throws(() => createWebhookHandler({ ...options, store }, () => {}), (error) => isValidationError(error) && error.path === "store");
    }
  });
});

for (const capacity of [0, -5, NaN, 1.5, {}]) {
  test(`a memory of ${JSON.stringify(capacity)} keys is refused`, () => {
    assert.throws(() => memoryStore(capacity), { kind: "validation", method: "memoryStore", path: "capacity" });
  });
}

for (const [name, wrong] of [["claimSeconds", [-1, NaN, Infinity, "5", 1.00001]], ["leaseMs", [0, 99, 1.5, Infinity, NaN, "5000"]]]) {
  for (const value of wrong) {
    test(`${name}: ${String(value)} is refused`, () => {
      assert.throws(() => createWebhookHandler({ ...options, [name]: value }, () => {}), (error) => isValidationError(error) && error.path === name);
    });
  }
}

describe("Workers KV", () => {
  const kv = (more) => {
    const written = new Map();
    return { written, async get(key) { return written.get(key) ?? null; }, async put(key, value, { expirationTtl }) { written.set(key, `${value} for ${expirationTtl}`); }, async delete(key) { written.delete(key); }, ...more };
  };
  const settle = async (store, key, ttlSeconds) => store.settle(key, (await store.claim(key, 1000)).owner, ttlSeconds);
  test("writes once, after the handler, for a minute at least", async () => {
    const namespace = kv();
    const store = workersKvStore(namespace);
    await store.claim("7:update:1", 1000);
    assert.equal(namespace.written.size, 0);
    await settle(store, "7:update:2", 5);
    await settle(store, "7:update:3", 90.5);
    assert.deepEqual(Object.fromEntries(namespace.written), { "7:update:2": "1 for 60", "7:update:3": "1 for 91" });
    assert.equal(await store.claim("7:update:2", 1000), "done");
  });
  test("another isolate knows what it reads there", async () => {
    const namespace = kv();
    await settle(workersKvStore({ ...namespace }), "7:update:1", 600);
    assert.equal(await workersKvStore({ ...namespace }).claim("7:update:1", 1000), "done");
    assert.ok((await workersKvStore({ ...namespace }).claim("8:update:1", 1000)).owner, "of another bot");
  });
  test("that cannot be read until the deadline: 503, and the next delivery is handled", async () => {
    let fails = true;
    const namespace = kv({ async get() { if (fails) throw new Error("down"); return null; } });
    const errors = [];
    let runs = 0;
    const handle = createWebhookHandler({ ...options, deadlineMs: 30, store: () => workersKvStore(namespace), onError: (error) => void errors.push(error.message) }, () => void runs++);
    assert.equal((await handle(delivery(1))).status, 503);
    fails = false;
    assert.equal((await handle(delivery(1))).status, 200);
    assert.deepEqual([errors, runs], [["webhook: workersKvStore.claim: down"], 1]);
  });
  test("that cannot be written for 30 s: 503 at the deadline, and onError gets the error", () => inVirtualTime(undefined, async () => {
    const namespace = kv({ put: async () => { throw new Error("one write a second"); } });
    const errors = [];
    const handle = createWebhookHandler({ ...options, store: workersKvStore(namespace), onError: (error) => void errors.push(error.message) }, () => {});
    assert.equal((await handle(delivery(1))).status, 503);
    while (errors.length === 0) await new Promise((resolve) => setTimeout(resolve, 1000));
    assert.equal(errors[0], "webhook: workersKvStore.settle: one write a second");
  }));
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
  for (const question of ["claim", "renew", "release", "settle"]) {
    await assert.rejects(store[question]("7:update:1", "owner", 60), /updates-0 failed: overloaded/);
  }
});

for (const shards of [0, -1, 1.5, "2", NaN]) {
  test(`durableObjectStore: ${JSON.stringify(shards)} shards are refused`, () => {
    const namespace = { get() {}, idFromName() {} };
    assert.throws(() => durableObjectStore(namespace, { shards }), (error) => isValidationError(error) && error.path === "shards");
  });
}

test("denoKvStore tries for 20 s while another program writes, and not at all after another error", () =>
  inVirtualTime(undefined, async ({ now }) => {
    let freeAt = 19_000;
    let error = "database is locked";
    let tries = 0;
    const get = async () => {
      tries++;
      if (now() < freeAt) throw new Error(error);
      return { value: {}, versionstamp: "1" };
    };
    const store = denoKvStore({ get, atomic() {} });
    assert.equal(await store.settle("1", "me", 60), false);
    assert.ok(tries > 700 && now() < 19_100, `${tries} tries in ${now()} ms`);
    freeAt = Infinity;
    await assert.rejects(async () => store.release("1", "me"), /locked/);
    assert.ok(now() > 39_000 && now() < 39_200, `given up after ${now()} ms`);
    [error, tries] = ["closed", 0];
    await assert.rejects(async () => store.release("1", "me"), /closed/);
    assert.equal(tries, 1);
  }));
