// Tests of Durable Objects, of whichever language, in workerd with its storage and alarms, and a clock that can be set.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { durableObjectStore } from "botwire/stores/durable-object";

/** The source of the classes under test, `Claims` and `ChatTurns`, that extend those of these names. */
export const tested = (claims, turns) => `
const clock = Date.now;
let aheadMs = 0;
Date.now = () => clock() + aheadMs;
const timer = setTimeout;
export class ChatTurns extends ${turns} {
  #asked = 0;
  /** \`soon\`: so many times as soon the turn ends by itself. */
  fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/asked") return new Response(String(this.#asked));
    if (pathname === "/enter") this.#asked++;
    const soon = Number(searchParams.get("soon") ?? 1);
    globalThis.setTimeout = (run, delayMs) => timer(run, delayMs / soon);
    return super.fetch(request);
  }
}
export class Claims extends ${claims} {
  #state;
  constructor(state, env) {
    super(state, env);
    this.#state = state;
  }
  async fetch(request) {
    globalThis.setTimeout = timer;
    const { pathname, searchParams } = new URL(request.url);
    const { storage } = this.#state;
    if (pathname === "/clock") aheadMs = Number(searchParams.get("ahead"));
    else if (pathname === "/ring") await storage.setAlarm(clock());
    else if (pathname === "/end") this.#state.abort("ended by the test");
    else if (pathname !== "/stored") return super.fetch(request);
    return Response.json({ keys: [...(await storage.list()).keys()], alarm: await storage.getAlarm() });
  }
}`;

export const NAMES = { CLAIMS: "Claims", TURNS: "ChatTurns" };

/** The source of the worker that asks the objects for `namespaceOf`. */
export const driver = `
export default {
  fetch(request, env) {
    const [binding, name] = request.headers.get("object").split("/");
    return env[binding].get(env[binding].idFromName(name)).fetch(request);
  },
};`;

/**
 * A namespace of Durable Objects as a worker has it, by way of the driver. That of Miniflare waits for an answer while all
 * of Node stands still, and under load takes the wake-up of one answer for the next: from then on all of them are wrong.
 */
export const namespaceOf = (isolates, binding) => ({
  idFromName: (name) => name,
  get: (name) => ({ fetch: (url, init) => isolates.drive(url, { ...init, headers: { object: `${binding}/${name}` } }) }),
});

/** Tests of claims in the namespace; the name of the objects of a test is `current()`, its clock `clock(aheadMs)`. */
export function claimsIn(namespaceIn) {
  let objects = 0;
  let namespace;
  let store;
  let name;
  beforeEach(async () => {
    namespace = namespaceIn();
    name = `updates-${objects++}`;
    store = durableObjectStore(namespace, { name });
    await clock(0);
  });
  const ask = async (question) => (await namespace.get(namespace.idFromName(`${name}-0`)).fetch(`https://durable.invalid/${question}`)).json();
  const clock = (aheadMs) => ask(`clock?ahead=${aheadMs}`);
  const settled = (ids, seconds) =>
    Promise.all(ids.map(async (id) => {
      assert.equal(await store.claim(id, seconds), true);
      await store.settle(id, seconds);
    }));
  const until = async (holds) => {
    let stored = await ask("stored");
    for (let tries = 0; !holds(stored) && tries < 3000; tries++) {
      await sleep(20);
      stored = await ask("stored");
    }
    return stored;
  };
  const numbers = (from, count) => Array.from({ length: count }, (_, index) => from + index);

  test("an alarm deletes what is expired, and is not set again when nothing is left", async () => {
    // By this clock an alarm in a minute is one in 200 ms.
    await clock(-59_800);
    await settled(numbers(1, 100), 100);
    assert.equal(await store.claim(1, 100), false);
    const { keys, alarm } = await ask("stored");
    assert.equal(keys.filter((key) => key.startsWith("id:")).length, 100);
    assert.notEqual(alarm, null);
    await clock(101_000);
    assert.deepEqual(await until(({ keys }) => keys.length === 0), { keys: [], alarm: null });
    assert.equal(await store.claim(1, 100), true);
    assert.notEqual((await ask("stored")).alarm, null);
  });
  test("an alarm leaves what is not expired, and is set again", async () => {
    await settled(numbers(1, 70), 100);
    await settled(numbers(1000, 70), 1000);
    await clock(101_000);
    await ask("ring");
    const { keys, alarm } = await until(({ keys }) => keys.length === 140);
    assert.deepEqual(keys.filter((key) => key.startsWith("id:")).sort(), numbers(1000, 70).map((id) => `id:${id}`).sort());
    assert.notEqual(alarm, null);
    assert.deepEqual([await store.claim(1001, 1000), await store.claim(1, 100)], [false, true]);
  });
  test("an expired claim is ignored, also before the alarm", async () => {
    await settled([1], 100);
    await clock(99_000);
    assert.equal(await store.claim(1, 100), false);
    await clock(101_000);
    assert.equal(await store.claim(1, 100), true);
  });
  test("after 60 s in flight an update goes to one other delivery, and only one", async () => {
    assert.equal(await store.claim(1, 100), true);
    await clock(59_700);
    const claims = [1, 2, 3].map(() => store.claim(1, 100));
    assert.equal(await Promise.race(claims), true);
    await store.settle(1, 100);
    assert.deepEqual((await Promise.all(claims)).sort(), [false, false, true]);
  });
  test("what is released is the next one's", async () => {
    assert.equal(await store.claim(1, 100), true);
    const claims = [1, 2].map(() => store.claim(1, 100));
    await store.release(1);
    assert.equal(await Promise.race(claims), true);
    await store.settle(1, 100);
    assert.deepEqual((await Promise.all(claims)).sort(), [false, true]);
  });
  test("a restarted object knows which updates are done and which are in flight", async () => {
    await settled([1], 100);
    assert.equal(await store.claim(2, 100), true);
    await assert.rejects(ask("end"));
    assert.equal(await store.claim(1, 100), false);
    await clock(59_700);
    assert.equal(await store.claim(2, 100), true);
  });
  test("shards keep each their own", async () => {
    const sharded = durableObjectStore(namespace, { name, shards: 4 });
    for (const id of numbers(1, 12)) assert.deepEqual([await sharded.claim(id, 100), await sharded.settle(id, 100), await sharded.claim(id, 100)], [true, undefined, false]);
    assert.deepEqual((await ask("stored")).keys.filter((key) => key.startsWith("id:")).sort(), ["id:12", "id:4", "id:8"]);
  });
  return { clock, use: (other) => void (name = other) };
}

/** Tests of turns in the namespace. */
export function turnsIn(namespaceIn) {
  const ask = async (object, question) => {
    const namespace = namespaceIn();
    return (await namespace.get(namespace.idFromName(object)).fetch(`https://durable.invalid/${question}`)).text();
  };
  test("of those that wait, the lowest identifier is first", async () => {
    const order = [];
    const first = await ask("a", "enter?id=50");
    const waiting = [9, 3, 70, 1, 20].map(async (id) => {
      const turn = await ask("a", `enter?id=${id}`);
      order.push(id);
      await ask("a", `leave?id=${turn}`);
    });
    // All of them are to wait before the first one leaves.
    while ((await ask("a", "asked")) !== "6") await sleep(5);
    await ask("a", `leave?id=${first}`);
    await Promise.all(waiting);
    assert.deepEqual(order, [1, 3, 9, 20, 70]);
  });
  test("a turn that nobody leaves ends by itself; its late end does not end another's", async () => {
    const lost = await ask("b", "enter?id=1&soon=600");
    const next = await ask("b", "enter?id=2");
    await ask("b", `leave?id=${lost}`);
    let isOn = false;
    const third = ask("b", "enter?id=3").then(() => (isOn = true));
    await sleep(100);
    assert.equal(isOn, false);
    await ask("b", `leave?id=${next}`);
    await third;
  });
}
