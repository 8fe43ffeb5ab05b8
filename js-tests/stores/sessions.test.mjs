// Sessions over every store: what is saved, and that no session overwrites another.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createWebhookHandler, isStoreError, isValidationError, memoryStore, poll, sessions, userIdOf } from "botwire";
import { denoKvStore } from "botwire/stores/deno-kv";
import { durableObjectStore } from "botwire/stores/durable-object";
import { postgresStore } from "botwire/stores/postgres";
import { redisStore } from "botwire/stores/redis";
import { sqliteStore } from "botwire/stores/sqlite";
import { workersKvStore } from "botwire/stores/workers-kv";
import { Miniflare } from "miniflare";
import pg from "pg";
import { createClient } from "redis";
import { runtime, told } from "../packaging/support/programs.mjs";
import { postgres, redis } from "../support/databases.mjs";
import { kvInMemory, mortal, namespaceInMemory } from "../support/stores.mjs";
import { inVirtualTime } from "../support/virtual-time.mjs";
import { polling } from "../updates/polling.mjs";
import { contract } from "./contract-tests.mjs";

const closing = [];
after(() => Promise.all(closing.map((close) => close())));
const OPTIONS = { baseUrl: "https://service.example", token: "7:secret-of-the-bot", allowUnauthenticated: true, deadlineMs: 60_000 };
let updates = Date.now();

const post = (handle, { chat = 1, user = 5, text = "a", ...kind } = {}) => {
  const message = { message_id: 1, date: 1, chat: { id: chat, type: "group" }, from: { id: user, is_bot: false, first_name: "A" }, text };
  const body = JSON.stringify({ update_id: ++updates, ...("channel_post" in kind ? kind : { message }) });
  return handle(new Request("https://bot.example/", { method: "POST", body, headers: { "content-type": "application/json" } }));
};
/** A handler that counts what the store keeps, and the errors that it reports. */
const counting = (options, work = (_update, { session }) => void session.count++) => {
  const errors = [];
  const handle = createWebhookHandler({ ...OPTIONS, store: false, onError: (error) => void errors.push(error) }, sessions({ initial: () => ({ count: 0 }), ...options }, work));
  return { errors, send: async (delivery) => (await post(handle, delivery)).status };
};

function namespaceOfKv() {
  const entries = new Map();
  return { get: async (key) => entries.get(key) ?? null, put: async (key, value) => void entries.set(key, value), delete: async (key) => void entries.delete(key) };
}
/** `make()` gives each process its store. */
const shared = async (make) => [await make(), await make()];
const same = async (store) => [store, store];
const STORES = {
  memory: () => same(memoryStore()),
  "Durable Objects": () => {
    const namespace = namespaceInMemory();
    return shared(() => durableObjectStore(namespace));
  },
  // Exact in one isolate.
  "Workers KV": () => same(workersKvStore(namespaceOfKv())),
  "Deno KV": () => {
    const kv = kvInMemory();
    return shared(() => denoKvStore(kv));
  },
  Redis: () => shared(async () => {
    const client = await createClient({ url: redis.url }).connect();
    closing.push(() => client.close());
    return redisStore(client);
  }),
  PostgreSQL: () => shared(async () => {
    const pool = new pg.Pool({ connectionString: postgres.url, max: 3 });
    closing.push(() => pool.end());
    const store = postgresStore(pool);
    await store.createTables();
    return store;
  }),
  D1: async () => {
    const worker = new Miniflare({ modules: true, script: "export default {}", compatibilityDate: "2026-04-01", d1Databases: ["DB"] });
    closing.push(() => worker.dispose());
    const store = sqliteStore(await worker.getD1Database("DB"));
    await store.createTables();
    return same(store);
  },
};
const NEEDS = { Redis: redis.options, PostgreSQL: postgres.options };

for (const [name, make] of Object.entries(STORES)) {
  test(`${name}: of 20 messages of a user in 20 groups at once, none is lost`, NEEDS[name] ?? {}, async () => {
    const user = updates + 1_000_000;
    const stores = await make();
    const processes = stores.map((store) => counting({ store, by: "user" }, async (_update, { session }) => {
      const { count } = session;
      await new Promise(setImmediate);
      session.count = count + 1;
    }));
    const statuses = await Promise.all(Array.from({ length: 20 }, (_, index) => processes[index % 2].send({ chat: -index, user })));
    assert.deepEqual([new Set(statuses), processes.flatMap(({ errors }) => errors)], [new Set([200]), []]);
    assert.equal(JSON.parse(await stores[1].read(`7:session:user:${user}`)).session.count, 20);
  });
}

const folder = mkdtempSync(join(tmpdir(), "botwire-sessions-"));
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
const IN_FILES = { "SQLite of Node": ["node24"], "SQLite of Bun": ["bun"], "Deno KV": ["deno", "run", "--no-prompt", "--unstable-kv", "--allow-read", "--allow-write", "--allow-env", "--allow-sys"] };
for (const [name, [program, ...parameters]] of Object.entries(IN_FILES)) {
  test(`${name}, a file: of 20 messages of a user in 20 groups at once, none is lost`, { skip: !runtime(program) && `npm has no ${program} for this machine` }, async () => {
    const environment = { NODE_NO_WARNINGS: "1", DENO_NO_UPDATE_CHECK: "1" };
    const counted = await told(runtime(program), [...parameters, "sessions-program.mjs", join(folder, `${program}.db`)], fileURLToPath(new URL(".", import.meta.url)), environment);
    assert.deepEqual(counted, { count: 20, statuses: [200] });
  });
}

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
  contract("Durable Objects", async () => (await STORES["Durable Objects"]())[0]);
  // The stand-in deletes nothing that has expired.
  contract("Deno KV", async () => (await STORES["Deno KV"]())[0], {}, ["a settled key is forgotten after its time"]);
});

/** Plain functions over a Map, which gets the time of what was written last as `ttl`. */
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

test("a handler that throws saves nothing", async () => {
  const entries = new Map();
  const { send } = counting({ store: storageIn(entries) }, (_update, { session }) => {
    session.count++;
    throw new Error("a");
  });
  assert.deepEqual([await send(), entries.size], [500, 0]);
});

test("an older version is migrated; without migrate it is refused", async () => {
  const entries = new Map([["7:session:chat:1", '{"version":1,"session":{"n":4}}']]);
  const store = storageIn(entries);
  const refused = counting({ store, version: 2 });
  assert.deepEqual([await refused.send(), refused.errors[0].path], [500, "migrate"]);
  const { send } = counting({ store, version: 2, migrate: ({ n }, version) => ({ count: n * 10 + version }) });
  assert.deepEqual([await send(), entries.get("7:session:chat:1")], [200, '{"version":2,"session":{"count":42}}']);
});

const circular = {};
circular.itself = [circular];
for (const [path, value] of [["session.a[1].at", { a: [0, { at: new Date() }] }], ["session.a", { a: NaN }], ["session.a", { a: new Map() }], ["session.a", { a() {} }], ["session.a", { a: 1n }], ["session.itself[0]", circular], ["session.a[0]", { a: [undefined] }], ["session", { a: "é".repeat(40) }]]) {
  test(`${path} that JSON cannot keep, or too large, is refused by name: ${typeof value.a}`, async () => {
    const { send, errors } = counting({ store: memoryStore(), maxBytes: 100 }, (_update, context) => {
      context.session = value;
    });
    assert.deepEqual([await send(), isValidationError(errors[0]), errors[0].method, errors[0].path], [500, true, "sessions", path]);
  });
}

test("an update that has lost its turn overwrites nothing: 500, and onError gets a StoreError", async () => {
  const store = memoryStore();
  let isStopped = false;
  // A process whose renewals do not arrive, as if it had paused.
  const paused = { ...store, renew: mortal(store, () => true).renew };
  const slow = counting({ store: paused, leaseMs: 100 }, async (_update, { session }) => {
    while (!isStopped) await new Promise((resolve) => setTimeout(resolve, 5));
    session.count = 100;
  });
  const late = slow.send();
  const { send } = counting({ store });
  assert.equal(await send(), 200);
  isStopped = true;
  assert.equal(await late, 500);
  assert.deepEqual([isStoreError(slow.errors[0]), slow.errors[0].store, slow.errors[0].operation], [true, "store", "write"]);
  assert.equal(store.read("7:session:chat:1"), '{"version":0,"session":{"count":1}}');
});

for (const operation of ["claim", "read"]) {
  test(`a store that does not answer ${operation} by the deadline: 503, a StoreError, and the update comes again`, () =>
    inVirtualTime(undefined, async () => {
      let isSilent = true;
      let runs = 0;
      const store = memoryStore();
      const asked = (...question) => (isSilent ? new Promise(() => {}) : store[operation](...question));
      const errors = [];
      const options = { ...OPTIONS, deadlineMs: 10_000, store: false, onError: (error) => void errors.push(error), onReject() {} };
      const handle = createWebhookHandler(options, sessions({ store: { ...store, [operation]: asked }, initial: () => ({ count: 0 }), leaseMs: 1000 }, () => void runs++));
      assert.equal((await post(handle)).status, 503);
      assert.deepEqual(errors.map((error) => [isStoreError(error), error.operation, error.message]), [[true, operation, `webhook: store.${operation}: no answer by the deadline`]]);
      isSilent = false;
      assert.deepEqual([(await post(handle)).status, runs], [200, 1]);
    }));
}

for (const operation of ["read", "write"]) {
  test(`a store that is down at ${operation}: 500, a StoreError, and recovery without a restart`, async () => {
    let isDown = true;
    const store = memoryStore();
    const failing = (...question) => {
      if (isDown) throw new Error("connect ECONNREFUSED");
      return store[operation](...question);
    };
    const { send, errors } = counting({ store: { ...store, [operation]: failing } });
    assert.equal(await send(), 500);
    assert.deepEqual([isStoreError(errors[0]), errors[0].message], [true, `webhook: store.${operation}: connect ECONNREFUSED`]);
    isDown = false;
    assert.equal(await send(), 200);
    assert.equal(JSON.parse(store.read("7:session:chat:1")).session.count, 1);
  });
}

for (const [path, options] of Object.entries({ store: { store: {} }, initial: { initial: 5 }, by: { by: "group" }, ttlSeconds: { ttlSeconds: -1 }, version: { version: "1" }, migrate: { migrate: 1 }, maxBytes: { maxBytes: "1" }, leaseMs: { leaseMs: 1 }, ttl: { ttl: 1 } })) {
  test(`the option ${path} is refused by name`, () => {
    assert.throws(() => sessions({ store: memoryStore(), initial: () => ({}), ...options }, () => {}), (error) => isValidationError(error) && error.path === path && error.method === "sessions");
  });
}
