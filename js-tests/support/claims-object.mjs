// Tests of the Durable Object for claims, in both languages, in workerd with its storage and alarms and a clock that can be set.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { durableObjectStore } from "botwire/stores/durable-object";
import { contract } from "../stores/contract-tests.mjs";

const LEASE_MS = 15_000;
/** The claims of an update are remembered for a day longer than their lease, to count attempts. */
const DAY_MS = 86_400_000;

/**
 * The source of the class `Claims`, which extends the class of this name by a clock: `/clock?ahead=<ms>`, with `stopped` at one
 * time, or `now=<ms>` in every question, where `/begin` goes back.
 */
export const tested = (parent) => `
const clock = Date.now;
let aheadMs = 0;
let stoppedAt;
Date.now = () => (stoppedAt ?? clock()) + aheadMs;
export class Claims extends ${parent} {
  #state;
  constructor(state, env) {
    super(state, env);
    this.#state = state;
  }
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    const { storage } = this.#state;
    const now = Number(searchParams.get("now"));
    // Questions may arrive in another order than they were asked.
    if (now) stoppedAt = pathname === "/begin" ? now : Math.max(stoppedAt ?? 0, now);
    if (pathname === "/clock") {
      aheadMs = Number(searchParams.get("ahead"));
      stoppedAt = searchParams.has("stopped") ? (stoppedAt ?? clock()) : undefined;
    }
    else if (pathname === "/ring") await storage.setAlarm(clock());
    else if (pathname === "/end") this.#state.abort("ended by the test");
    else if (pathname !== "/stored" && pathname !== "/begin") return super.fetch(request);
    return Response.json({ keys: [...(await storage.list()).keys()], alarm: await storage.getAlarm() });
  }
}`;

/** The source of a worker that asks the objects. */
export const driver = `
export default {
  fetch(request, env) {
    return env.CLAIMS.get(env.CLAIMS.idFromName(decodeURIComponent(request.headers.get("object")))).fetch(request);
  },
};`;

/**
 * A namespace of Durable Objects as a worker has it, through the driver; names are prefixed. Miniflare's own namespace
 * blocks Node while it waits, and under load mixes up responses: from then on, all are wrong.
 */
export const namespaceOf = (worker, prefix) => ({
  idFromName: (name) => encodeURIComponent(prefix + name),
  get: (name) => ({ fetch: (url, init) => worker.drive(url, { ...init, headers: { object: name } }) }),
});

/**
 * The `store` over the objects of that prefix, by the package's functions: the crate's class answers the same questions. The other
 * functions are about the object of updates.
 */
export function openObjects(worker, prefix) {
  const fetch = (question, parameters) =>
    worker.drive(`https://durable.invalid/${question}?${new URLSearchParams(parameters)}`, { method: "POST", headers: { object: `${prefix}updates-0` } });
  const ask = async (question, parameters) => {
    const answer = await fetch(question, parameters);
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    return JSON.parse(text);
  };
  return {
    store: durableObjectStore(namespaceOf(worker, prefix)),
    fetch,
    /** Sets the clock so far ahead of the machine's, or of the time at which it was stopped. */
    clock: (ahead) => ask("clock", { ahead }),
    stoppedClock: (ahead) => ask("clock", { ahead, stopped: true }),
    stored: () => ask("stored"),
    ring: () => ask("ring"),
    end: () => ask("end"),
  };
}

/** Tests the objects of a worker: the guarantees of every store, and those that depend on the object's clock. */
export function claimsIn(start) {
  contract("a store", () => [1, 2].map(() => openObjects(start(), "promised-").store));
  let objects = 0;
  let object;
  beforeEach(async () => {
    object = openObjects(start(), `${objects++}-`);
    await object.clock(0);
  });
  const claim = async (key, place) => {
    const claimed = await object.store.claim(key, LEASE_MS, place);
    return claimed.owner ?? claimed;
  };
  const numbers = (from, count) => Array.from({ length: count }, (_, index) => String(from + index));
  const settled = (keys, seconds = 100) =>
    Promise.all(keys.map(async (key) => assert.equal(await object.store.settle(key, await claim(key), seconds), true)));
  const keysOf = ({ keys }) => keys.filter((key) => key.startsWith("key:"));
  const isOwner = (claimed) => assert.ok(!["busy", "done"].includes(claimed), claimed);
  const until = async (holds) => {
    let stored = await object.stored();
    for (let tries = 0; !holds(stored) && tries < 3000; tries++) {
      await sleep(20);
      stored = await object.stored();
    }
    return stored;
  };
  const changes = (key, owner) => Promise.all([object.store.renew(key, owner, LEASE_MS), object.store.settle(key, owner, 100), object.store.release(key, owner)]);

  test("callers that went away take nothing: the key is free when the lease ends", async () => {
    await object.stoppedClock(0);
    await claim("1");
    for (let second = 1; second < 15; second++) {
      await object.stoppedClock(second * 1000);
      assert.equal(await claim("1", second), "busy");
    }
    await object.stoppedClock(LEASE_MS - 1);
    assert.equal(await claim("1"), "busy");
    await object.stoppedClock(LEASE_MS);
    isOwner(await claim("1"));
    await object.stoppedClock(2 * LEASE_MS - 1);
    assert.equal(await claim("1"), "busy");
  });
  test("a lease can be renewed", async () => {
    await object.stoppedClock(0);
    const owner = await claim("1");
    await object.stoppedClock(10_000);
    assert.equal(await object.store.renew("1", owner, LEASE_MS), true);
    await object.stoppedClock(24_999);
    assert.equal(await claim("1"), "busy");
    await object.stoppedClock(25_000);
    isOwner(await claim("1"));
  });
  test("after its lease a key goes to one other owner, and the former one changes nothing", async () => {
    await object.stoppedClock(0);
    const former = await claim("1");
    await object.stoppedClock(LEASE_MS);
    const claims = await Promise.all([claim("1"), claim("1"), claim("1")]);
    const [owner, ...others] = claims.filter((claimed) => claimed !== "busy");
    assert.deepEqual([others, await changes("1", former), await claim("1")], [[], [false, false, false], "busy"]);
    assert.equal(await object.store.settle("1", owner, 100), true);
    assert.deepEqual([await changes("1", former), await changes("1", owner)], [[false, false, false], [false, true, false]]);
    assert.equal(await claim("1"), "done");
  });
  test("an alarm deletes expired keys, and is not set again when none is stored", async () => {
    // By this clock an alarm in a minute is one in 200 ms.
    await object.clock(-59_800);
    await settled(numbers(1, 100));
    assert.equal(await claim("1"), "done");
    const stored = await object.stored();
    assert.equal(keysOf(stored).length, 100);
    assert.notEqual(stored.alarm, null);
    await object.clock(101_000 + DAY_MS);
    assert.deepEqual(await until(({ keys }) => keys.length === 0), { keys: [], alarm: null });
    isOwner(await claim("1"));
    assert.notEqual((await object.stored()).alarm, null);
  });
  test("an alarm leaves keys that have not expired, and is set again", async () => {
    await settled(numbers(1, 70));
    await settled(numbers(1000, 70), 1000);
    await object.clock(101_000);
    await object.ring();
    const stored = await until((stored) => keysOf(stored).length === 70);
    assert.deepEqual(keysOf(stored).sort(), numbers(1000, 70).map((key) => `key:${key}`).sort());
    assert.notEqual(stored.alarm, null);
    assert.equal(await claim("1001"), "done");
    isOwner(await claim("1"));
  });
  test("an expired key is free, also before the alarm", async () => {
    await object.stoppedClock(0);
    await settled(["1"]);
    await object.stoppedClock(99_999);
    assert.equal(await claim("1"), "done");
    await object.stoppedClock(100_000);
    isOwner(await claim("1"));
  });
  test("a restarted object knows its keys, their owners and leases", async () => {
    await settled(["1"]);
    const owner = await claim("2");
    isOwner(await claim("3"));
    await assert.rejects(object.end());
    assert.deepEqual([await claim("1"), await claim("2")], ["done", "busy"]);
    assert.equal(await object.store.settle("2", owner, 100), true);
    assert.equal(await claim("2"), "done");
    await object.clock(15_500);
    isOwner(await claim("3"));
  });
  test("a text is kept for its time, also over a restart, and an alarm deletes it", async () => {
    const [expires, stays] = ["1", "2"];
    for (const [key, seconds] of [[expires, 100], [stays, undefined]]) await object.store.write(key, "a", seconds, await claim(key));
    await assert.rejects(object.end());
    assert.deepEqual([await object.store.read(expires), await object.store.read(stays)], ["a", "a"]);
    await object.clock(101_000);
    assert.deepEqual([await object.store.read(expires), await object.store.read(stays)], [undefined, "a"]);
    await object.ring();
    await until(({ keys }) => !keys.includes(`session:${expires}`));
    assert.deepEqual([await object.store.read(expires), await object.store.read(stays)], [undefined, "a"]);
    await object.clock(101_000 + DAY_MS);
    await object.ring();
    assert.deepEqual(await until(({ keys }) => keys.length === 1), { keys: [`session:${stays}`], alarm: null });
  });
}
