// The guarantees of every exact store, in real time: server clocks cannot be changed. Runs in any runtime.
import assert from "node:assert/strict";
import { createWebhookHandler, sessions } from "botwire";
import { eventually } from "../support/eventually.mjs";
import { guaranteesOfOwners, withLostAnswers } from "./owners.mjs";

/** Milliseconds of a lease that does not end while a test runs. */
const LONG_LEASE_MS = 600_000;
const SHORT_LEASE_MS = 250;
/** For how long a place is remembered after it asked last. */
const PLACE_MS = 2000;
let keys = 0;
/** A key that no other test has, nor another run on the same server, with characters that have to be escaped. */
const newKey = () => `7:update:é &?#%/👩‍👧${process.pid}-${Date.now()}-${++keys}`;
/** The identifier of a bot that no other test has. */
const newBot = () => `1${[[process.pid, 4], [Date.now(), 8], [++keys, 2]].map(([number, digits]) => `${number}`.slice(-digits).padStart(digits, "0")).join("")}`;
/** Repeats an attempt until it takes less than this time: on a busy machine, a lease or a place may expire meanwhile. */
async function inTime(ms, attempt) {
  for (;;) {
    const since = performance.now();
    const result = await attempt();
    if (performance.now() - since < ms) return result;
  }
}
/** A bot that counts the messages of each user. */
function countingBot(id, store) {
  const options = { baseUrl: "https://service.example", token: `${id}:secret-of-the-bot`, allowUnauthenticated: true, store, deadlineMs: 60_000 };
  return createWebhookHandler(options, sessions({ store, by: "user", initial: () => ({ count: 0 }) }, async (_update, { session }) => {
    const { count } = session;
    await new Promise((resolve) => setTimeout(resolve, 1));
    session.count = count + 1;
  }));
}
const ended = (store, key, answer, place = undefined) => eventually(async () => typeof (await store.claim(key, LONG_LEASE_MS, place)), answer, "the lease ends");

/** Tests of the guarantees of a store, by name. `other` is the store of another process. */
export function guarantees(store = {}, other = store) {
  const claim = async (key, leaseMs = LONG_LEASE_MS, place = undefined) => {
    const claimed = await store.claim(key, leaseMs, place);
    return claimed.owner ?? claimed;
  };
  return {
    async "a key has one owner, is busy meanwhile, and done once it is settled"() {
      const key = newKey();
      const owner = await claim(key);
      assert.deepEqual([typeof owner, await claim(key)], ["string", "busy"]);
      assert.deepEqual([await store.settle(key, owner, 60), await claim(key)], [true, "done"]);
      assert.deepEqual([await store.release(key, owner), await claim(key)], [false, "done"]);
    },
    async "of 40 claims at once one wins"() {
      for (let round = 0; round < 5; round++) {
        const key = newKey();
        const claims = await Promise.all(Array.from({ length: 40 }, () => claim(key)));
        assert.equal(claims.filter((claimed) => claimed !== "busy").length, 1);
      }
    },
    async "a key that is released is the next one's"() {
      const key = newKey();
      const former = await claim(key);
      assert.equal(await store.release(key, former), true);
      assert.ok(!["busy", former].includes(await claim(key)));
    },
    async "a key goes to another owner after its lease, and the former one changes nothing"() {
      const key = newKey();
      const former = await claim(key, SHORT_LEASE_MS);
      await ended(store, key, "object");
      assert.deepEqual([await store.renew(key, former, SHORT_LEASE_MS), await store.settle(key, former, 60), await store.release(key, former)], [false, false, false]);
      assert.equal(await claim(key), "busy");
    },
    async "a key whose lease has ended can be settled while nobody else has claimed it"() {
      const key = newKey();
      const owner = await claim(key, 1);
      await new Promise((resolve) => setTimeout(resolve, 5));
      assert.deepEqual([await store.settle(key, owner, 60), await claim(key)], [true, "done"]);
    },
    async "a renewed key is held on"() {
      const { key, witness, isRenewed } = await inTime(SHORT_LEASE_MS, async () => {
        const [key, witness] = [newKey(), newKey()];
        const [owner] = [await claim(key, SHORT_LEASE_MS), await claim(witness, SHORT_LEASE_MS)];
        return { key, witness, isRenewed: await store.renew(key, owner, LONG_LEASE_MS) };
      });
      assert.equal(isRenewed, true);
      await ended(store, witness, "object");
      assert.equal(await claim(key), "busy");
    },
    async "a settled key is forgotten after its time"() {
      const key = newKey();
      await store.settle(key, await claim(key), 0.05);
      await ended(store, key, "object");
      const again = newKey();
      await store.settle(again, await claim(again), 0);
      await ended(store, again, "object");
    },
    async "a key goes to the lowest place of those that have asked lately"() {
      const { key, others, third, afterwards } = await inTime(PLACE_MS / 2, async () => {
        const key = newKey();
        const owner = await claim(key, LONG_LEASE_MS, 50);
        for (const place of [9, -3, 70]) assert.equal(await claim(key, LONG_LEASE_MS, place), "busy");
        await store.release(key, owner);
        const others = [await claim(key, LONG_LEASE_MS, 70), await claim(key, LONG_LEASE_MS, 9)];
        const third = await claim(key, LONG_LEASE_MS, -3);
        if (third !== "busy") await store.release(key, third);
        return { key, others, third, afterwards: await claim(key, LONG_LEASE_MS, 70) };
      });
      assert.deepEqual([others, afterwards], [["busy", "busy"], "busy"]);
      assert.notEqual(third, "busy");
      await eventually(async () => typeof (await store.claim(key, LONG_LEASE_MS, 70)), "object", "the place 9 is forgotten");
    },
    async "places are numbers of any size"() {
      const { waiting, higher, lower } = await inTime(PLACE_MS / 2, async () => {
        const key = newKey();
        const owner = await claim(key, LONG_LEASE_MS, 1);
        const waiting = [await claim(key, LONG_LEASE_MS, 10_000_000_000), await claim(key, LONG_LEASE_MS, 9_999_999_999)];
        await store.release(key, owner);
        return { waiting, higher: await claim(key, LONG_LEASE_MS, 10_000_000_000), lower: await claim(key, LONG_LEASE_MS, 9_999_999_999) };
      });
      assert.deepEqual([waiting, higher], [["busy", "busy"], "busy"]);
      assert.notEqual(lower, "busy");
    },
    async "a text is what was written, and nothing once it is deleted"() {
      const key = newKey();
      const owner = await claim(key, LONG_LEASE_MS, 1);
      assert.equal((await store.read(key)) ?? undefined, undefined);
      // As long as a session may be, and not of one byte for each letter.
      for (const text of ['{"a":"é\\u0000 \'😀"}', `{"long":"${"x".repeat(63_900)}😀"}`]) {
        assert.notEqual(await store.write(key, text, undefined, owner), false);
        assert.equal(await store.read(key), text);
      }
      await store.release(key, owner);
      assert.notEqual((await store.read(key)) ?? undefined, undefined, "it outlives its claim");
      const next = await claim(key, LONG_LEASE_MS, 1);
      assert.notEqual(await store.delete(key, next), false);
      assert.equal((await store.read(key)) ?? undefined, undefined);
    },
    async "only the owner writes and deletes"() {
      const { key, former } = await inTime(SHORT_LEASE_MS, async () => {
        const key = newKey();
        const former = await claim(key, SHORT_LEASE_MS, 1);
        await store.write(key, '{"by":1}', 600, former);
        return { key, former };
      });
      await ended(store, key, "object", 1);
      assert.deepEqual([await store.write(key, '{"by":2}', 600, former), await store.delete(key, former), await store.write(key, '{"by":3}', undefined, "nobody")], [false, false, false]);
      assert.equal(await store.read(key), '{"by":1}');
      const unclaimed = newKey();
      assert.deepEqual([await store.write(unclaimed, "{}", undefined, former), await store.delete(unclaimed, former)], [false, false]);
    },
    async "a text is forgotten after its time"() {
      const key = newKey();
      await store.write(key, "{}", 0.05, await claim(key, LONG_LEASE_MS, 1));
      await eventually(async () => (await store.read(key)) ?? null, null);
    },
    ...guaranteesOfOwners(store, newKey),
    ...Object.fromEntries(Object.entries(guaranteesOfOwners(withLostAnswers(store), newKey)).map(([name, run]) => [`${name}, although each answer is lost once`, run])),
    "of 26 messages of a user in 26 groups at once none is lost": () => losesNone(store, other, 26),
  };
}

/** Runs tests at once, in any runtime. Returns how many there are, and the failures as texts. */
export async function outcomeOf(tests) {
  const failed = [];
  const all = Object.entries(tests);
  await Promise.all(all.map(([name, run]) => run().catch((error) => failed.push(`${name}: ${error.stack}`))));
  return { count: all.length, failed };
}

/** Messages of a user at once, each in a separate group, are all counted in the user's session. */
async function losesNone(store, other, count) {
  const id = newBot();
  const bots = [store, other].map((used) => countingBot(id, used));
  const deliver = async (_, index) => {
    const message = { message_id: 1, date: 1, chat: { id: -1 - index, type: "group" }, from: { id: 5, is_bot: false, first_name: "A" }, text: "a" };
    const body = JSON.stringify({ update_id: index + 1, message });
    return (await bots[index % 2](new Request("https://bot.example/", { method: "POST", body, headers: { "content-type": "application/json" } }))).status;
  };
  const statuses = await Promise.all(Array.from({ length: count }, deliver));
  assert.deepEqual([new Set(statuses), JSON.parse(await other.read(`${id}:session:user:5`)).session], [new Set([200]), { count }]);
}
