// Tests of the Durable Object by its questions, in workerd with its storage and alarms, and a clock that can be set.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

const LEASE_MS = 15_000;

/** The source of the class under test, `Claims`, that extends the one of this name. */
export const tested = (claims) => `
const clock = Date.now;
let aheadMs = 0;
let stoppedAt;
Date.now = () => (stoppedAt ?? clock()) + aheadMs;
export class Claims extends ${claims} {
  #state;
  constructor(state, env) {
    super(state, env);
    this.#state = state;
  }
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    const { storage } = this.#state;
    if (pathname === "/clock") {
      aheadMs = Number(searchParams.get("ahead"));
      stoppedAt = searchParams.has("stopped") ? (stoppedAt ?? clock()) : undefined;
    }
    else if (pathname === "/ring") await storage.setAlarm(clock());
    else if (pathname === "/end") this.#state.abort("ended by the test");
    else if (pathname !== "/stored") return super.fetch(request);
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

/** Functions that ask the object of that name. */
export function askObject(worker, name) {
  const fetch = (question, parameters) =>
    worker.drive(`https://durable.invalid/${question}?${new URLSearchParams(parameters)}`, { method: "POST", headers: { object: name } });
  const ask = async (question, parameters) => {
    const answer = await fetch(question, parameters);
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    return text;
  };
  return {
    fetch,
    claim: (key, { ms = LEASE_MS, ...place } = {}) => ask("claim", { key, ms, ...place }),
    renew: (key, owner, ms = LEASE_MS) => ask("renew", { key, owner, ms }),
    settle: (key, owner, ms = 100_000) => ask("settle", { key, owner, ms }),
    release: (key, owner) => ask("release", { key, owner }),
    /** Sets the clock so far ahead of the machine's, or of the time at which it was stopped. */
    clock: (ahead) => ask("clock", { ahead }),
    stoppedClock: (ahead) => ask("clock", { ahead, stopped: true }),
    stored: async () => JSON.parse(await ask("stored")),
    ring: () => ask("ring"),
    end: () => ask("end"),
  };
}

/** Tests of the object. */
export function claimsIn(workerOf) {
  let objects = 0;
  let object;
  beforeEach(async () => {
    object = askObject(workerOf(), `object-${objects++}`);
    await object.clock(0);
  });
  const numbers = (from, count) => Array.from({ length: count }, (_, index) => String(from + index));
  const settled = (keys, ms) =>
    Promise.all(keys.map(async (key) => assert.equal(await object.settle(key, await object.claim(key), ms), "true")));
  const keysOf = ({ keys }) => keys.filter((key) => key.startsWith("key:"));
  const until = async (holds) => {
    let stored = await object.stored();
    for (let tries = 0; !holds(stored) && tries < 500; tries++) {
      await sleep(20);
      stored = await object.stored();
    }
    return stored;
  };

  test("a key has one owner until it is released, and is done once it is settled", async () => {
    const first = await object.claim("1");
    assert.deepEqual([await object.claim("1"), await object.claim("2") === first], ["busy", false]);
    assert.deepEqual([await object.release("1", first), await object.claim("1") === first], ["true", false]);
    const key = "1:turn:é &?#%/👩‍👧";
    assert.equal(await object.settle(key, await object.claim(key)), "true");
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
    await object.stoppedClock(14_999);
    assert.equal(await object.claim("1"), "busy");
    await object.stoppedClock(LEASE_MS);
    assert.notEqual(await object.claim("1"), "busy");
    await object.stoppedClock(2 * LEASE_MS - 1);
    assert.equal(await object.claim("1"), "busy");
  });
  test("a lease can be renewed", async () => {
    await object.stoppedClock(0);
    const owner = await object.claim("1");
    await object.stoppedClock(10_000);
    assert.equal(await object.renew("1", owner), "true");
    await object.stoppedClock(24_999);
    assert.equal(await object.claim("1"), "busy");
    await object.stoppedClock(25_000);
    assert.notEqual(await object.claim("1"), "busy");
  });
  test("a former owner changes nothing", async () => {
    await object.stoppedClock(0);
    const former = await object.claim("1");
    await object.stoppedClock(LEASE_MS);
    const owner = await object.claim("1");
    for (const change of [object.renew, object.settle, object.release]) assert.equal(await change("1", former), "false");
    assert.equal(await object.claim("1"), "busy");
    assert.equal(await object.settle("1", owner), "true");
    for (const change of [object.renew, object.settle, object.release]) assert.equal(await change("1", former), "false");
    for (const change of [object.renew, object.settle, object.release]) assert.equal(await change("1", owner), "false");
    assert.equal(await object.claim("1"), "done");
  });
  test("of those that wait the lowest place goes first, and one that stops asking is forgotten", async () => {
    await object.stoppedClock(0);
    const first = await object.claim("1", { place: 50 });
    for (const place of [9, -3, 70]) assert.equal(await object.claim("1", { place }), "busy");
    await object.release("1", first);
    assert.deepEqual([await object.claim("1", { place: 9 }), await object.claim("1", { place: 70 })], ["busy", "busy"]);
    await object.release("1", await object.claim("1", { place: -3 }));
    assert.equal(await object.claim("1", { place: 70 }), "busy");
    await object.stoppedClock(2000);
    assert.notEqual(await object.claim("1", { place: 70 }), "busy");
  });
  test("an alarm deletes expired keys, and is not set again when none is stored", async () => {
    // By this clock an alarm in a minute is one in 200 ms.
    await object.clock(-59_800);
    await settled(numbers(1, 100), 100_000);
    assert.equal(await object.claim("1"), "done");
    const stored = await object.stored();
    assert.equal(keysOf(stored).length, 100);
    assert.notEqual(stored.alarm, null);
    await object.clock(101_000);
    assert.deepEqual(await until(({ keys }) => keys.length === 0), { keys: [], alarm: null });
    assert.notEqual(await object.claim("1"), "done");
    assert.notEqual((await object.stored()).alarm, null);
  });
  test("an alarm leaves keys that have not expired, and is set again", async () => {
    await settled(numbers(1, 70), 100_000);
    await settled(numbers(1000, 70), 1_000_000);
    await object.clock(101_000);
    await object.ring();
    const stored = await until((stored) => keysOf(stored).length === 70);
    assert.deepEqual(keysOf(stored).sort(), numbers(1000, 70).map((key) => `key:${key}`).sort());
    assert.notEqual(stored.alarm, null);
    assert.equal(await object.claim("1001"), "done");
    assert.notEqual(await object.claim("1"), "done");
  });
  test("an expired key is free, also before the alarm", async () => {
    await settled(["1"], 100_000);
    await object.clock(99_000);
    assert.equal(await object.claim("1"), "done");
    await object.clock(101_000);
    assert.notEqual(await object.claim("1"), "done");
  });
  test("a restarted object knows its keys and their owners", async () => {
    await settled(["1"]);
    const owner = await object.claim("2");
    await assert.rejects(object.end());
    assert.deepEqual([await object.claim("1"), await object.claim("2")], ["done", "busy"]);
    assert.equal(await object.settle("2", owner), "true");
    assert.equal(await object.claim("2"), "done");
  });
}

/** Questions that only the object of the crate refuses. */
export function refusalsIn(workerOf) {
  test("times that are not whole milliseconds are refused", async () => {
    const object = askObject(workerOf(), "refusals");
    for (const question of ["claim", "renew", "settle"]) {
      for (const ms of ["", "-1", "1.5", "NaN", "Infinity"]) {
        const answer = await object.fetch(question, { key: "1", owner: "1", ms });
        assert.deepEqual([answer.status, await answer.text()], [400, "ms: expected whole milliseconds"]);
      }
    }
    assert.equal((await object.fetch("other", { key: "1", ms: "1" })).status, 404);
  });
}
