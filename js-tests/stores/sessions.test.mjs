// Sessions over every store: saved data, and no session overwrites another.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createWebhookHandler, isStoreError, isValidationError, memoryStore, poll, sessions, userIdOf } from "botwire";
import { denoKvStore } from "botwire/stores/deno-kv";
import { durableObjectStore } from "botwire/stores/durable-object";
import { workersKvStore } from "botwire/stores/workers-kv";
import { kvInMemory, mortal, namespaceInMemory } from "../support/stores.mjs";
import { inVirtualTime } from "../support/virtual-time.mjs";
import { polling } from "../updates/polling.mjs";
import { contract } from "./contract-tests.mjs";
import { guarantees } from "./contract.mjs";

const OPTIONS = { baseUrl: "https://service.example", token: "7:secret-of-the-bot", allowUnauthenticated: true, deadlineMs: 60_000 };
let updates = Date.now();

const post = (handle, { chat = 1, user = 5, text = "a", ...kind } = {}, host = undefined) => {
  const message = { message_id: 1, date: 1, chat: { id: chat, type: "group" }, from: { id: user, is_bot: false, first_name: "A" }, text };
  const body = JSON.stringify({ update_id: ++updates, ...("channel_post" in kind ? kind : { message }) });
  return handle(new Request("https://bot.example/", { method: "POST", body, headers: { "content-type": "application/json" } }), undefined, host);
};
/** A handler with a counter in the session, and the errors that it reports. */
const counting = ({ leaseMs, ...options }, work = (_update, { session }) => void session.count++) => {
  const errors = [];
  const handle = createWebhookHandler({ ...OPTIONS, store: false, leaseMs, onError: (error) => void errors.push(error) }, sessions({ initial: () => ({ count: 0 }), ...options }, work));
  return { errors, send: async (delivery) => (await post(handle, delivery)).status };
};

function namespaceOfKv() {
  const entries = new Map();
  return { get: async (key) => entries.get(key) ?? null, put: async (key, value) => void entries.set(key, value), delete: async (key) => void entries.delete(key) };
}

test("Workers KV tells other isolates the response, and counts no attempt that it refuses itself", async () => {
  const { get, put, delete: remove } = namespaceOfKv();
  let isDown = false;
  const [here, there] = [0, 1].map(() => workersKvStore({ get: (key) => (isDown ? Promise.reject(new Error("down")) : get(key)), put, delete: remove }));
  const response = 'application/json\n{"method":"sendMessage"}';
  for (const [key, remembered] of [["7:update:1", response], ["7:update:2", undefined]]) {
    await here.claim(key, 1000, undefined, "a");
    assert.equal(await here.settle(key, "a", 60, remembered), true);
    for (let times = 0; times < 2; times++) assert.deepEqual(await there.claim(key, 1000, undefined, "b"), remembered === undefined ? "done" : { response });
  }
  isDown = true;
  await assert.rejects(here.claim("7:update:3", 1000, undefined, "a"), { message: "down" });
  isDown = false;
  assert.deepEqual(await here.claim("7:update:3", 1000, undefined, "b"), { owner: "b", attempts: 1 });
  assert.equal(here.commit, undefined);
});

test("poll has sessions too, of a chat and of a user in several chats", async () => {
  for (const [by, texts] of [["chat", ["1", "1", "2", "3"]], ["user", ["1", "2", "3", "4"]]]) {
    await polling(async ({ emulator, bot, stop }) => {
      const alice = emulator.user();
      const group = emulator.chat({ type: "supergroup", creator: alice, administrators: [emulator.bot] });
      for (const where of [undefined, undefined, group, undefined]) alice.write("a", where && { chat: where });
      const answers = [];
      await poll(bot, sessions({ store: memoryStore(), by, initial: () => ({ count: 0 }) }, ({ message }, { session }) => {
        if (message?.text !== "a") return;
        if (answers.push(`${++session.count}`) === texts.length) stop.abort();
      }), { signal: stop.signal });
      assert.deepEqual(answers.sort(), texts);
    });
  }
});

describe("in memory", () => {
  contract("memory", memoryStore);
  contract("Durable Objects", () => {
    const namespace = namespaceInMemory();
    return [durableObjectStore(namespace), durableObjectStore(namespace)];
  });
  // The fake does not delete expired entries.
  contract("Deno KV", () => {
    const kv = kvInMemory();
    return [denoKvStore(kv), denoKvStore(kv)];
  });
  // Workers KV keeps entries for at least a minute, and writes one at a time.
  const isOfOthers = (name) => /\b(forgotten|commits?)\b/.test(name);
  contract("Workers KV, of one isolate", () => workersKvStore(namespaceOfKv()), {}, Object.keys(guarantees()).filter(isOfOthers));
});

/** Plain functions over a Map, which stores the lifetime of the last write as `ttl`. */
const storageIn = (entries) => ({
  read: (key) => entries.get(key),
  write: (key, text, ttl) => void entries.set(key, text).set("ttl", ttl),
  delete: (key) => void entries.delete(key),
});

test("functions of one's own are a store; only what has changed is written", async () => {
  const entries = new Map();
  const { send, errors } = counting({ store: storageIn(entries), ttlSeconds: 60, by: (update) => `of ${userIdOf(update)}` }, (update, { session }) => {
    if (update.message.text === "count") session.count++;
  });
  await send();
  assert.equal(entries.size, 0);
  await send({ text: "count" });
  assert.deepEqual([...entries], [["7:session:of 5", '{"version":0,"session":{"count":1}}'], ["ttl", 60]]);
  entries.delete("ttl");
  await send();
  assert.deepEqual([entries.size, errors], [1, []]);
});

test("undefined deletes, and the next update has a new session", async () => {
  const store = memoryStore();
  const seen = [];
  const { send } = counting({ store }, (update, context) => {
    seen.push(context.session.count++);
    if (update.message.text === "end") context.session = undefined;
  });
  for (const text of ["a", "end", "a"]) await send({ text });
  assert.deepEqual(seen, [0, 1, 0]);
});

for (const [by, keys] of [[undefined, ["chat:1", "chat:2", "chat:1"]], ["user", ["user:5", "user:5", "user:6"]], ["both", ["chat:1:user:5", "chat:2:user:5", "chat:1:user:6"]]]) {
  test(`by ${by ?? "default"}: the keys`, async () => {
    const written = [];
    const { send } = counting({ store: { read() {}, write: (key) => void written.push(key), delete() {} }, by });
    for (const delivery of [{}, { chat: 2 }, { user: 6 }]) await send(delivery);
    assert.deepEqual(written, keys.map((key) => `7:session:${key}`));
  });
}

test("an update without a key has a session that is not saved, and onError says so if it was changed", async () => {
  const { send, errors } = counting({ store: memoryStore(), by: () => undefined }, (update, { session }) => {
    if (update.message.text === "count") session.count++;
  });
  assert.deepEqual([await send(), errors.length, await send({ text: "count" }), errors.map(({ path }) => path)], [200, 0, 200, ["by"]]);
});

test("a second session with the key of the first is refused, and another key or store is not", async () => {
  const { store, other } = { store: memoryStore(), other: memoryStore() };
  const nested = (outer, inner) => counting({ store, ...outer }, sessions({ initial: () => ({ cart: [] }), ...inner }, (_update, { session }) => void session.cart.push("a")));
  const same = nested({}, { store });
  assert.equal(await same.send(), 200, "given up");
  assert.deepEqual(same.errors.map(({ message }) => message), ["sessions: by: expected a key that no other session of the update has in this store, got the same key"]);
  assert.equal(store.read("7:session:chat:1"), undefined);
  for (const inner of [{ store: other }, { store, by: "user" }]) {
    const { send, errors } = nested({}, inner);
    assert.deepEqual([await send(), errors], [200, []]);
  }
  assert.deepEqual([other.read("7:session:chat:1"), store.read("7:session:user:5")], Array(2).fill('{"version":0,"session":{"cart":["a"]}}'));
});

test("a session that is used after the handler has ended is reported, as its changes are not saved", async () => {
  let go;
  const gone = new Promise((resolve) => (go = resolve));
  const pending = [];
  const store = memoryStore();
  const errors = [];
  const handler = sessions({ store, initial: () => ({ count: 0 }) }, (_update, context) => {
    context.session.count++;
    context.waitUntil(gone.then(() => context.session.count++));
    context.waitUntil(gone.then(() => (context.session = { count: 5 })));
  });
  const handle = createWebhookHandler({ ...OPTIONS, onError: ({ message }) => void errors.push(message) }, handler);
  assert.equal((await post(handle, {}, { waitUntil: (promise) => void pending.push(promise) })).status, 200);
  go();
  await Promise.all(pending);
  assert.deepEqual(errors, Array(2).fill("sessions: session: expected use before the handler ends, got use after it was saved"));
  assert.equal(store.read("7:session:chat:1"), '{"version":0,"session":{"count":1}}');
});

for (const key of [NaN, "", null, {}]) {
  test(`a key that is neither a text nor a number is reported: ${String(key) || "an empty text"}`, async () => {
    const { send, errors } = counting({ store: memoryStore(), by: () => key });
    assert.equal(await send(), 200);
    assert.match(errors[0].message, /^sessions: by: expected a finite number or a String with at least one character, got /);
  });
}

test("a handler that throws saves nothing", async () => {
  const entries = new Map();
  const { send } = counting({ store: storageIn(entries) }, (_update, { session }) => {
    session.count++;
    throw new Error("a");
  });
  assert.deepEqual([await send(), entries.size], [200, 0]);
});

test("an older version is migrated; without migrate it is refused", async () => {
  const entries = new Map([["7:session:chat:1", '{"version":1,"session":{"n":4}}']]);
  const store = storageIn(entries);
  const refused = counting({ store, version: 2 });
  assert.deepEqual([await refused.send(), refused.errors[0].path], [200, "migrate"]);
  const { send } = counting({ store, version: 2, migrate: ({ n }, version) => ({ count: n * 10 + version }) });
  assert.deepEqual([await send(), entries.get("7:session:chat:1")], [200, '{"version":2,"session":{"count":42}}']);
});

const circular = {};
circular.itself = [circular];
const nested = (levels) => JSON.parse(`${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`);
class Cart {
  items = 1;
}
const UNKEPT = [
  ["session.a[1].at", { a: [0, { at: new Date() }] }],
  ...[NaN, -Infinity, new Map([[1, 2]]), new Set(), () => {}, 1n, Symbol("b"), new Cart(), new String("b"), Promise.resolve(1), new Uint8Array(2), /b/].map((a) => ["session.a", { a }]),
  ["session.itself[0]", circular],
  ["session.a[0]", { a: [undefined] }],
  ["session.a[1]", { a: [1, , 3] }],
  ["session.a", { a: Object.assign([1], { b: 2 }) }],
  ["session.a", { a: { [Symbol("b")]: 1 } }],
  [`session${".a".repeat(100)}`, nested(5000)],
  ["session", { a: "é".repeat(40) }],
];
for (const [index, [path, value]] of UNKEPT.entries()) {
  test(`${path} that JSON cannot keep, or too large, is refused by name: ${index}`, async () => {
    const { send, errors } = counting({ store: memoryStore(), maxBytes: 100 }, (_update, context) => {
      context.session = value;
    });
    assert.deepEqual([await send(), isValidationError(errors[0]), errors[0].method, errors[0].path], [200, true, "sessions", path]);
  });
}

for (const initial of [() => undefined, async () => ({ count: 0 }), () => new Cart()]) {
  test(`an initial session that JSON cannot keep is refused by name: ${initial}`, async () => {
    const { send, errors } = counting({ store: memoryStore(), initial }, () => assert.fail("the handler ran"));
    assert.deepEqual([await send(), errors.map(({ method, path }) => [method, path])], [200, [["sessions", "session"]]]);
  });
}

test("an update that has lost its turn overwrites nothing: 503, and onError gets a StoreError", () =>
  inVirtualTime(undefined, async () => {
    const store = memoryStore();
    let isStopped = false;
    // Acts like a paused process: its renewals do not arrive.
    const paused = { ...store, renew: mortal(store, () => true).renew };
    const slow = counting({ store: paused, leaseMs: 100 }, async (_update, { session }) => {
      while (!isStopped) await new Promise((resolve) => setTimeout(resolve, 5));
      session.count = 100;
    });
    const late = slow.send();
    const { send } = counting({ store });
    assert.equal(await send(), 200);
    isStopped = true;
    assert.equal(await late, 503);
    assert.deepEqual([isStoreError(slow.errors[0]), slow.errors[0].store, slow.errors[0].operation], [true, "store", "write"]);
    assert.equal(store.read("7:session:chat:1"), '{"version":0,"session":{"count":1}}');
  }));

for (const operation of ["claim", "read"]) {
  test(`a store that does not answer ${operation} by the deadline: 503, a StoreError, and the update comes again`, () =>
    inVirtualTime(undefined, async () => {
      let isSilent = true;
      let runs = 0;
      const store = memoryStore();
      const asked = (...question) => (isSilent ? new Promise(() => {}) : store[operation](...question));
      const errors = [];
      const options = { ...OPTIONS, deadlineMs: 10_000, store: false, onError: (error) => void errors.push(error), onReject() {} };
      const handle = createWebhookHandler(options, sessions({ store: { ...store, [operation]: asked }, initial: () => ({ count: 0 }) }, () => void runs++));
      assert.equal((await post(handle)).status, 503);
      assert.deepEqual(errors.map((error) => [isStoreError(error), error.operation, error.message]), [[true, operation, `webhook: store.${operation}: no answer by the deadline`]]);
      isSilent = false;
      assert.deepEqual([(await post(handle)).status, runs], [200, 1]);
    }));
}

for (const [operation, status] of Object.entries({ claim: 503, read: 503, commit: 503, renew: 200, release: 200 })) {
  test(`a store that never answers ${operation}: a StoreError after 30 s, also without a deadline, and nothing waits for ever`, () =>
    inVirtualTime(undefined, async ({ now }) => {
      const store = { ...memoryStore(), name: "silentStore", [operation]: () => new Promise(() => {}) };
      const [errors, pending] = [[], []];
      const options = { ...OPTIONS, deadlineMs: 0, leaseMs: 1000, store, onError: (error) => void errors.push(error) };
      const handle = createWebhookHandler(options, sessions({ store, initial: () => ({ count: 0 }) }, async (_update, { session }) => {
        await new Promise((resolve) => setTimeout(resolve, 2000));
        session.count++;
      }));
      assert.equal((await post(handle, {}, { waitUntil: (promise) => void pending.push(promise) })).status, status);
      for (const promise of pending) await promise;
      assert.ok(now() < 100_000, `${now()} ms`);
      const found = new Set(errors.map((error) => isStoreError(error) && error.message));
      assert.deepEqual(found, new Set([`webhook: silentStore.${operation}: no answer within 30 s`]));
    }));
}

for (const operation of ["read", "write"]) {
  test(`a store that is down at ${operation}: 503, a StoreError, and recovery without a restart`, () => inVirtualTime(undefined, async () => {
    let isDown = true;
    const store = memoryStore();
    const failing = (...question) => {
      if (isDown) throw new Error("connect ECONNREFUSED");
      return store[operation](...question);
    };
    const { send, errors } = counting({ store: { ...store, [operation]: failing } });
    assert.equal(await send(), 503);
    while (errors.length === 0) await new Promise((resolve) => setTimeout(resolve, 1000));
    assert.deepEqual([isStoreError(errors[0]), errors[0].message], [true, `webhook: store.${operation}: connect ECONNREFUSED`]);
    isDown = false;
    assert.equal(await send(), 200);
    assert.equal(JSON.parse(store.read("7:session:chat:1")).session.count, 1);
  }));
}

for (const [path, options] of Object.entries({ store: { store: {} }, initial: { initial: 5 }, by: { by: "group" }, ttlSeconds: { ttlSeconds: Infinity }, version: { version: "1" }, migrate: { migrate: 1 }, maxBytes: { maxBytes: "1" }, leaseMs: { leaseMs: 1000 }, ttl: { ttl: 1 } })) {
  test(`the option ${path} is refused by name`, () => {
    assert.throws(() => sessions({ store: memoryStore(), initial: () => ({}), ...options }, () => {}), (error) => isValidationError(error) && error.path === path && error.method === "sessions");
  });
}
