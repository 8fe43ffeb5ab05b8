// The Durable Objects themselves, in workerd with its storage and alarms, and a clock that can be set.
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { durableObjectStore } from "botwire/stores/durable-object";
import { TOKEN } from "../support/recorder.mjs";
import { startIsolates } from "./isolates.mjs";

const PATH = "/hook/s3cret-p4th";
const options = { baseUrl: "https://service.invalid", token: TOKEN, path: PATH, deadlineMs: 300 };

const source = `
import { createWebhookHandler } from "botwire";
import { ChatTurns as Turns, UpdateClaims, durableObjectStore } from "botwire/stores/durable-object";

const clock = Date.now;
let aheadMs = 0;
Date.now = () => clock() + aheadMs;
const timer = setTimeout;
export class ChatTurns extends Turns {
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
export class Claims extends UpdateClaims {
  #state;
  constructor(state) {
    super(state);
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
}
const handle = createWebhookHandler({ ...${JSON.stringify(options)}, store: (env) => durableObjectStore(env.CLAIMS) }, (update, { env }) =>
  update.update_id === 1 && env.ISOLATE === 0 ? new Promise(() => {}) : { method: "sendMessage", chat_id: 7, text: "by " + env.ISOLATE });
export default { fetch: handle };`;

const sqlite = { CLAIMS: { className: "Claims", useSQLite: true }, TURNS: { className: "ChatTurns", useSQLite: true } };
const keyValue = { CLAIMS: { className: "Claims" }, TURNS: { className: "ChatTurns" } };

for (const [what, durableObjects] of Object.entries({ "with SQLite": sqlite, without: keyValue })) {
  describe(`claims in an object ${what}`, () => {
    let isolates;
    let namespace;
    let store;
    let name;
    before(async () => {
      isolates = await startIsolates(source, 2, { durableObjects });
      namespace = await isolates.miniflare.getDurableObjectNamespace("CLAIMS", "isolate-0");
    });
    after(() => isolates.dispose());
    let objects = 0;
    beforeEach(async () => {
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
      for (let tries = 0; !holds(stored) && tries < 500; tries++) {
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
    test("an expired claim is none, also before the alarm", async () => {
      await settled([1], 100);
      await clock(99_000);
      assert.equal(await store.claim(1, 100), false);
      await clock(101_000);
      assert.equal(await store.claim(1, 100), true);
    });
    test("after 60 s in hand an update is another's, and only one other's", async () => {
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
    test("an object that is started again knows what is done and what is in hand", async () => {
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
    test("a handler that never ends: 503 for a while, then another isolate handles the update", async () => {
      name = "updates";
      const deliver = async (index) => {
        const body = JSON.stringify({ update_id: 1, message: { text: "a" } });
        const response = await isolates.send(index, `https://bot.example${PATH}`, { method: "POST", headers: { "content-type": "application/json" }, body });
        return [response.status, await response.text()];
      };
      await clock(0);
      assert.deepEqual(await deliver(0), [200, ""]);
      assert.deepEqual(await deliver(1), [503, ""]);
      await clock(60_001);
      const [status, text] = await deliver(1);
      assert.deepEqual([status, JSON.parse(text).text], [200, "by 1"]);
      assert.deepEqual(await deliver(1), [200, ""]);
    });
  });

  describe(`turns in an object ${what}`, () => {
    let isolates;
    let ask;
    before(async () => {
      isolates = await startIsolates(source, 1, { durableObjects });
      const namespace = await isolates.miniflare.getDurableObjectNamespace("TURNS", "isolate-0");
      ask = async (object, question) => (await namespace.get(namespace.idFromName(object)).fetch(`https://durable.invalid/${question}`)).text();
    });
    after(() => isolates.dispose());

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
  });
}
