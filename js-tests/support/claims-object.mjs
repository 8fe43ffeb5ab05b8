// Tests of the Durable Object for claims, in both languages, in workerd with its storage and alarms and a clock that can be set.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

const LEASE_MS = 15_000;

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
    return env.CLAIMS.get(env.CLAIMS.idFromName(request.headers.get("object"))).fetch(request);
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

/** Functions that send requests to the object of that name; with `store`, through its functions instead. */
export function askObject(worker, name, store) {
  const fetch = (question, parameters, body) =>
    worker.drive(`https://durable.invalid/${question}?${new URLSearchParams(parameters)}`, { method: "POST", headers: { object: name }, body });
  const ask = async (question, parameters, body) => {
    const answer = await fetch(question, parameters, body);
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    return text;
  };
  const questions = {
    claim: (key, ms, place) => ask("claim", { key, ms, ...(place !== undefined && { place }) }),
    renew: async (key, owner, ms) => (await ask("renew", { key, owner, ms })) === "true",
    settle: async (key, owner, seconds) => (await ask("settle", { key, owner, ms: seconds * 1000 })) === "true",
    release: async (key, owner) => (await ask("release", { key, owner })) === "true",
    read: async (key) => (await ask("read", { key })) || undefined,
    write: async (key, text, seconds, owner) => (await ask("write", { key, owner, ...(seconds && { ms: seconds * 1000 }) }, text)) === "true",
    delete: async (key, owner) => (await ask("write", { key, owner }, "")) === "true",
  };
  const { claim, renew, settle, release, read, write, delete: remove } = store ?? questions;
  return {
    fetch,
    claim: async (key, { ms = LEASE_MS, place } = {}) => {
      const claimed = await claim(key, ms, place);
      return claimed.owner ?? claimed;
    },
    renew: (key, owner) => renew(key, owner, LEASE_MS),
    settle: (key, owner, seconds = 100) => settle(key, owner, seconds),
    release: (key, owner) => release(key, owner),
    read: (key) => read(key),
    write: (key, text, owner, seconds) => write(key, text, seconds, owner),
    remove: (key, owner) => remove(key, owner),
    /** Sets the clock so far ahead of the machine's, or of the time at which it was stopped. */
    clock: (ahead) => ask("clock", { ahead }),
    stoppedClock: (ahead) => ask("clock", { ahead, stopped: true }),
    stored: async () => JSON.parse(await ask("stored")),
    ring: () => ask("ring"),
    end: () => ask("end"),
  };
}

/** Tests the object that `open` returns for a number. */
export function claimsIn(open) {
  let objects = 0;
  let object;
  beforeEach(async () => {
    object = open(objects++);
    await object.clock(0);
  });
  const numbers = (from, count) => Array.from({ length: count }, (_, index) => String(from + index));
  const settled = (keys, seconds) =>
    Promise.all(keys.map(async (key) => assert.equal(await object.settle(key, await object.claim(key), seconds), true)));
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
  const changes = (key, owner) => Promise.all([object.renew(key, owner), object.settle(key, owner), object.release(key, owner)]);

  test("a key has one owner until it is released, and is done once it is settled", async () => {
    const owner = await object.claim("1");
    assert.deepEqual([await object.claim("1"), (await object.claim("2")) === owner], ["busy", false]);
    assert.deepEqual([await object.release("1", owner), (await object.claim("1")) === owner], [true, false]);
    const key = "1:turn:é &?#%/👩‍👧";
    await settled([key]);
    assert.equal(await object.claim(key), "done");
  });
  test("of many claims at once one is granted", async () => {
    const answers = await Promise.all(numbers(0, 50).map(() => object.claim("1")));
    assert.equal(answers.filter((answer) => answer === "busy").length, 49);
  });
  test("callers that went away take nothing: the key is free when the lease ends", async () => {
    await object.stoppedClock(0);
    await object.claim("1");
    for (let second = 1; second < 15; second++) {
      await object.stoppedClock(second * 1000);
      assert.equal(await object.claim("1", { place: second }), "busy");
    }
    await object.stoppedClock(LEASE_MS - 1);
    assert.equal(await object.claim("1"), "busy");
    await object.stoppedClock(LEASE_MS);
    isOwner(await object.claim("1"));
    await object.stoppedClock(2 * LEASE_MS - 1);
    assert.equal(await object.claim("1"), "busy");
  });
  test("a lease can be renewed", async () => {
    await object.stoppedClock(0);
    const owner = await object.claim("1");
    await object.stoppedClock(10_000);
    assert.equal(await object.renew("1", owner), true);
    await object.stoppedClock(24_999);
    assert.equal(await object.claim("1"), "busy");
    await object.stoppedClock(25_000);
    isOwner(await object.claim("1"));
  });
  test("after its lease a key goes to one other owner, and the former one changes nothing", async () => {
    await object.stoppedClock(0);
    const former = await object.claim("1");
    await object.stoppedClock(LEASE_MS);
    const claims = await Promise.all([object.claim("1"), object.claim("1"), object.claim("1")]);
    const [owner, ...others] = claims.filter((claimed) => claimed !== "busy");
    assert.deepEqual([others, await changes("1", former), await object.claim("1")], [[], [false, false, false], "busy"]);
    assert.equal(await object.settle("1", owner), true);
    assert.deepEqual([await changes("1", former), await changes("1", owner)], [[false, false, false], [false, false, false]]);
    assert.equal(await object.claim("1"), "done");
  });
  test("of those that wait the lowest place goes first, and one that stops asking is forgotten", async () => {
    await object.stoppedClock(0);
    const owner = await object.claim("1", { place: 50 });
    for (const place of [9, -3, 70]) assert.equal(await object.claim("1", { place }), "busy");
    await object.release("1", owner);
    assert.deepEqual([await object.claim("1", { place: 9 }), await object.claim("1", { place: 70 })], ["busy", "busy"]);
    const second = await object.claim("1", { place: -3 });
    isOwner(second);
    await object.release("1", second);
    assert.equal(await object.claim("1", { place: 70 }), "busy");
    await object.stoppedClock(2000);
    isOwner(await object.claim("1", { place: 70 }));
  });
  test("an alarm deletes expired keys, and is not set again when none is stored", async () => {
    // By this clock an alarm in a minute is one in 200 ms.
    await object.clock(-59_800);
    await settled(numbers(1, 100));
    assert.equal(await object.claim("1"), "done");
    const stored = await object.stored();
    assert.equal(keysOf(stored).length, 100);
    assert.notEqual(stored.alarm, null);
    await object.clock(101_000);
    assert.deepEqual(await until(({ keys }) => keys.length === 0), { keys: [], alarm: null });
    isOwner(await object.claim("1"));
    assert.notEqual((await object.stored()).alarm, null);
  });
  test("an alarm leaves keys that have not expired, and is set again", async () => {
    await settled(numbers(1, 70));
    await settled(numbers(1000, 70), 1000);
    await object.clock(101_000);
    await object.ring();
    const stored = await until((stored) => stored.keys.length === 140);
    assert.deepEqual(keysOf(stored).sort(), numbers(1000, 70).map((key) => `key:${key}`).sort());
    assert.notEqual(stored.alarm, null);
    assert.equal(await object.claim("1001"), "done");
    isOwner(await object.claim("1"));
  });
  test("an expired key is free, also before the alarm", async () => {
    await object.stoppedClock(0);
    await settled(["1"]);
    await object.stoppedClock(99_999);
    assert.equal(await object.claim("1"), "done");
    await object.stoppedClock(100_000);
    isOwner(await object.claim("1"));
  });
  test("a restarted object knows its keys, their owners and leases", async () => {
    await settled(["1"]);
    const owner = await object.claim("2");
    isOwner(await object.claim("3"));
    await assert.rejects(object.end());
    assert.deepEqual([await object.claim("1"), await object.claim("2")], ["done", "busy"]);
    assert.equal(await object.settle("2", owner), true);
    assert.equal(await object.claim("2"), "done");
    await object.clock(15_500);
    isOwner(await object.claim("3"));
  });
  test("only the owner of a key writes and deletes its text", async () => {
    const key = "1:session:é &?#%/👩‍👧";
    assert.equal(await object.write(key, "a", "nobody"), false);
    const owner = await object.claim(key, { place: 1 });
    assert.deepEqual([await object.write(key, "a", "nobody"), await object.read(key)], [false, undefined]);
    assert.deepEqual([await object.write(key, "é 👩‍👧", owner), await object.read(key)], [true, "é 👩‍👧"]);
    assert.deepEqual([await object.remove(key, "nobody"), await object.read(key)], [false, "é 👩‍👧"]);
    assert.deepEqual([await object.remove(key, owner), await object.read(key)], [true, undefined]);
    await object.release(key, owner);
    assert.deepEqual([await object.write(key, "b", owner), await object.read(key)], [false, undefined]);
  });
  test("a text is kept for its time, also over a restart, and an alarm deletes it", async () => {
    const [expires, stays] = ["1", "2"];
    for (const [key, seconds] of [[expires, 100], [stays, undefined]]) await object.write(key, "a", await object.claim(key), seconds);
    await assert.rejects(object.end());
    assert.deepEqual([await object.read(expires), await object.read(stays)], ["a", "a"]);
    await object.clock(101_000);
    assert.deepEqual([await object.read(expires), await object.read(stays)], [undefined, "a"]);
    await object.ring();
    assert.deepEqual(await until(({ keys }) => keys.length === 1), { keys: [`session:${stays}`], alarm: null });
  });
}
