// Tests of the Durable Object, of whichever language, in workerd with its storage and alarms, and a clock that can be set.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { durableObjectStore } from "botwire/stores/durable-object";

/** The source of the class under test, `Claims`, that extends that of this name. */
export const tested = (claims) => `
const clock = Date.now;
let aheadMs = 0;
Date.now = () => clock() + aheadMs;
export class Claims extends ${claims} {
  #state;
  constructor(state, env) {
    super(state, env);
    this.#state = state;
  }
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    const { storage } = this.#state;
    if (pathname === "/clock") aheadMs = Number(searchParams.get("ahead"));
    else if (pathname === "/ring") await storage.setAlarm(clock());
    else if (pathname === "/end") this.#state.abort("ended by the test");
    else if (pathname !== "/stored") return super.fetch(request);
    return Response.json({ keys: [...(await storage.list()).keys()], alarm: await storage.getAlarm() });
  }
}`;

export const NAMES = { CLAIMS: "Claims" };

/** The source of the worker that asks the objects for `namespaceOf`. */
export const driver = `
export default {
  fetch(request, env) {
    const [binding, name] = request.headers.get("object").split("/");
    return env[binding].get(env[binding].idFromName(name)).fetch(request);
  },
};`;

/**
 * A namespace of Durable Objects as a worker has it, by way of the driver; each has the name that is asked for behind `prefix()`.
 * That of Miniflare waits for an answer while all of Node stands still, and under load takes the wake-up of one answer for the
 * next: from then on all of them are wrong.
 */
export const namespaceOf = (isolates, binding, prefix = () => "") => ({
  idFromName: (name) => prefix() + name,
  get: (name) => ({ fetch: (url, init) => isolates.drive(url, { ...init, headers: { object: `${binding}/${name}` } }) }),
});

/** Tests of the store of the package over these objects. The clock of the objects is `clock(aheadMs)`. */
export function claimsIn(isolatesOf) {
  let objects = 0;
  let prefix;
  let store;
  const namespace = () => namespaceOf(isolatesOf(), "CLAIMS", () => prefix);
  beforeEach(async () => {
    prefix = `${objects++}-`;
    store = durableObjectStore(namespace());
    await clock(0);
  });
  const ask = async (question) => (await namespace().get(`${prefix}updates-0`).fetch(`https://durable.invalid/${question}`)).json();
  const clock = (aheadMs) => ask(`clock?ahead=${aheadMs}`);
  const keyOf = (id) => `7:update:${id}`;
  const claim = async (id, place) => {
    const claimed = await store.claim(keyOf(id), 15_000, place);
    return claimed.owner ?? claimed;
  };
  const settled = (ids, seconds) => Promise.all(ids.map(async (id) => assert.equal(await store.settle(keyOf(id), await claim(id), seconds), true)));
  const until = async (holds) => {
    let stored = await ask("stored");
    for (let tries = 0; !holds(stored) && tries < 3000; tries++) {
      await sleep(20);
      stored = await ask("stored");
    }
    return stored;
  };
  const numbers = (from, count) => Array.from({ length: count }, (_, index) => from + index);
  const isOwner = (claimed) => assert.ok(!["busy", "done"].includes(claimed), claimed);

  test("an alarm deletes what has expired, and is not set again when nothing remains", async () => {
    // By this clock an alarm in a minute is one in 200 ms.
    await clock(-59_800);
    await settled(numbers(1, 100), 100);
    assert.equal(await claim(1), "done");
    const { keys, alarm } = await ask("stored");
    assert.equal(keys.filter((key) => key.startsWith("key:")).length, 100);
    assert.notEqual(alarm, null);
    await clock(101_000);
    assert.deepEqual(await until(({ keys }) => keys.length === 0), { keys: [], alarm: null });
    isOwner(await claim(1));
    assert.notEqual((await ask("stored")).alarm, null);
  });
  test("an alarm leaves what has not expired, and is set again", async () => {
    await settled(numbers(1, 70), 100);
    await settled(numbers(1000, 70), 1000);
    await clock(101_000);
    await ask("ring");
    const { keys, alarm } = await until(({ keys }) => keys.length === 140);
    assert.deepEqual(keys.filter((key) => key.startsWith("key:")).sort(), numbers(1000, 70).map((id) => `key:${keyOf(id)}`).sort());
    assert.notEqual(alarm, null);
    assert.equal(await claim(1001), "done");
    isOwner(await claim(1));
  });
  test("what was settled is forgotten after its time, also before the alarm", async () => {
    await settled([1], 100);
    await clock(99_000);
    assert.equal(await claim(1), "done");
    await clock(101_000);
    isOwner(await claim(1));
  });
  test("after its lease a key goes to one other owner, and the former one changes nothing", async () => {
    const former = await claim(1);
    await clock(14_000);
    assert.equal(await claim(1), "busy");
    await clock(15_500);
    const claims = await Promise.all([claim(1), claim(1), claim(1)]);
    const [owner] = claims.filter((claimed) => claimed !== "busy");
    assert.equal(claims.filter((claimed) => claimed === "busy").length, 2);
    const changes = [await store.settle(keyOf(1), former, 100), await store.release(keyOf(1), former), await store.renew(keyOf(1), former, 15_000)];
    assert.deepEqual([changes, await store.settle(keyOf(1), owner, 100)], [[false, false, false], true]);
    assert.equal(await store.release(keyOf(1), former), false);
    assert.equal(await claim(1), "done");
  });
  test("a lease that is renewed is busy for longer", async () => {
    const owner = await claim(1);
    await clock(10_000);
    assert.equal(await store.renew(keyOf(1), owner, 15_000), true);
    await clock(20_000);
    assert.equal(await claim(1), "busy");
  });
  test("what is released is the next one's", async () => {
    const owner = await claim(1);
    assert.equal(await store.release(keyOf(1), owner), true);
    isOwner(await claim(1));
  });
  test("callers that leave take nothing", async () => {
    const owner = await claim(1);
    // Each asks once and is never seen again.
    for (let count = 0; count < 20; count++) assert.equal(await claim(1), "busy");
    await store.release(keyOf(1), owner);
    isOwner(await claim(1));
  });
  test("of those that wait, the lowest place is first, and one that stops asking is forgotten", async () => {
    const first = await claim("a", 50);
    for (const place of [9, 3, 70]) assert.equal(await claim("a", place), "busy");
    await store.release(keyOf("a"), first);
    assert.deepEqual([await claim("a", 70), await claim("a", 9)], ["busy", "busy"]);
    const second = await claim("a", 3);
    isOwner(second);
    await store.release(keyOf("a"), second);
    assert.equal(await claim("a", 70), "busy");
    await clock(2500);
    isOwner(await claim("a", 70));
  });
  test("a restarted object knows which updates were handled and which are being handled", async () => {
    await settled([1], 100);
    isOwner(await claim(2));
    await assert.rejects(ask("end"));
    assert.deepEqual([await claim(1), await claim(2)], ["done", "busy"]);
    await clock(15_500);
    isOwner(await claim(2));
  });
  test("shards keep each their own", async () => {
    store = durableObjectStore(namespace(), { shards: 4 });
    await settled(numbers(1, 40), 100);
    for (const id of numbers(1, 40)) assert.equal(await claim(id), "done");
    const own = (await ask("stored")).keys.filter((key) => key.startsWith("key:")).length;
    assert.ok(own > 0 && own < 40, `${own} of 40`);
  });
  return { clock, use: (other) => void (prefix = other) };
}
