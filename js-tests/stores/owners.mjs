// The guarantees of a store for owners that callers choose: every operation can be repeated when its answer was lost, attempts
// are counted, and a commit is all or nothing. Runs in any runtime.
import assert from "node:assert/strict";
import { eventually } from "../support/eventually.mjs";

const LONG_LEASE_MS = 600_000;
const SHORT_LEASE_MS = 250;
/** What the service gets again: as long as a response may be, and not of one byte for each letter. */
const RESPONSE = `application/json\n{"method":"sendMessage","text":"é'\\u0000 😀${"x".repeat(16_000)}"}`;

/** The store of a program that loses the first answer to each operation, and repeats it. */
export const withLostAnswers = (store) => {
  const repeated = (name) => async (...parameters) => {
    await store[name](...parameters);
    return store[name](...parameters);
  };
  return Object.fromEntries(Object.keys(store).map((name) => [name, typeof store[name] === "function" ? repeated(name) : store[name]]));
};

/** Tests by name. `newKey` returns a key that no other test has, of the same bot each time. */
export function guaranteesOfOwners(store, newKey) {
  const newOwner = () => crypto.randomUUID();
  const claim = (key, owner, leaseMs = LONG_LEASE_MS, place = undefined) => store.claim(key, leaseMs, place, owner);
  /** Claims new keys, a turn first. Returns the changes of a commit. */
  const newCommit = async (count, changes = {}) => {
    const sessions = [];
    for (let index = 0; index < count; index++) {
      const [key, owner] = [newKey(), newOwner()];
      await claim(key, owner, LONG_LEASE_MS, 1);
      sessions.push({ key, owner, text: `{"index":${index}}`, ttlSeconds: index % 2 ? 600 : undefined, ...changes });
    }
    const [key, owner] = [newKey(), newOwner()];
    await claim(key, owner);
    return { done: { key, owner, ttlSeconds: 60, response: RESPONSE }, sessions };
  };
  const textsOf = ({ sessions }) => Promise.all(sessions.map(async ({ key }) => (await store.read(key)) ?? undefined));
  return {
    async "an owner that claims again, since the answer was lost, has the key, and one attempt"() {
      const [key, owner, other] = [newKey(), newOwner(), newOwner()];
      const answers = [await claim(key, owner), await claim(key, owner), await claim(key, other)];
      assert.deepEqual(answers, [{ owner, attempts: 1 }, { owner, attempts: 1 }, "busy"]);
    },
    async "an owner that claims its turn again does not wait for a lower place"() {
      const [key, owner, other] = [newKey(), newOwner(), newOwner()];
      assert.equal((await claim(key, owner, LONG_LEASE_MS, 9)).owner, owner);
      assert.equal(await claim(key, other, LONG_LEASE_MS, 3), "busy");
      assert.equal((await claim(key, owner, LONG_LEASE_MS, 9)).owner, owner);
    },
    async "the claim of a process that died is an attempt"() {
      const key = newKey();
      for (const attempts of [1, 2, 3]) {
        const owner = newOwner();
        await eventually(async () => (await claim(key, owner, SHORT_LEASE_MS)).attempts, attempts, "the lease ends");
      }
    },
    async "a release remembers the attempts, or forgets the key"() {
      const key = newKey();
      const steps = [[1, 1], [2, 2], [3, 2], [3, 0], [1, undefined], [1, undefined]];
      for (const [attempts, remembered] of steps) {
        const owner = newOwner();
        assert.deepEqual(await claim(key, owner), { owner, attempts });
        assert.equal(await store.release(key, owner, remembered), true);
      }
    },
    async "a release can be repeated, and releases no other owner's claim"() {
      const [key, owner, other] = [newKey(), newOwner(), newOwner()];
      for (const attempts of [1, 0]) {
        await claim(key, owner);
        assert.deepEqual([await store.release(key, owner, attempts), await store.release(key, owner, attempts)], [true, true]);
        assert.equal(await store.renew(key, owner, LONG_LEASE_MS), false);
        assert.deepEqual(await claim(key, other), { owner: other, attempts: attempts + 1 });
        assert.deepEqual([await store.release(key, owner, attempts), await claim(key, newOwner())], [false, "busy"]);
        await store.release(key, other);
      }
    },
    async "a settled key remembers its response, and can be settled again by its owner only"() {
      const [key, owner] = [newKey(), newOwner()];
      await claim(key, owner);
      assert.deepEqual([await store.settle(key, owner, 60, RESPONSE), await store.settle(key, owner, 60, RESPONSE)], [true, true]);
      assert.deepEqual([await claim(key, newOwner()), await claim(key, owner)], [{ response: RESPONSE }, { response: RESPONSE }]);
      const answers = [await store.settle(key, newOwner(), 60), await store.release(key, owner), await store.release(key, newOwner()), await store.renew(key, owner, LONG_LEASE_MS)];
      assert.deepEqual(answers, [false, false, false, false]);
      assert.deepEqual(await claim(key, newOwner()), { response: RESPONSE });
    },
    async "a key that was settled and forgotten is new"() {
      const [key, owner] = [newKey(), newOwner()];
      await claim(key, owner);
      await store.settle(key, owner, 0.05, "x");
      await eventually(async () => (await claim(key, owner)).attempts, 1, "the key is forgotten");
      await store.settle(key, owner, 60);
      assert.equal(await claim(key, newOwner()), "done");
    },
    async "a commit changes sessions and marks their update as handled"() {
      for (const count of [0, 1, 3]) {
        const commit = await newCommit(count);
        assert.equal(await store.commit(commit), true);
        assert.deepEqual(await textsOf(commit), commit.sessions.map(({ text }) => text));
        assert.deepEqual(await claim(commit.done.key, newOwner()), { response: RESPONSE });
        const deletion = { sessions: commit.sessions.map((change) => ({ ...change, text: undefined })) };
        assert.equal(await store.commit(deletion), true);
        assert.deepEqual(await textsOf(commit), commit.sessions.map(() => undefined));
      }
      const { done: { response: _, ...done } } = await newCommit(0);
      assert.deepEqual([await store.commit({ done, sessions: [] }), await claim(done.key, newOwner())], [true, "done"]);
    },
    async "a commit that is repeated, since the answer was lost, is true and changes nothing"() {
      const commit = await newCommit(2);
      assert.deepEqual([await store.commit(commit), await store.commit(commit)], [true, true]);
      // Meanwhile, the turns have gone to others.
      const [{ key, owner }] = commit.sessions;
      await store.release(key, owner);
      const other = newOwner();
      await claim(key, other, LONG_LEASE_MS, 1);
      await store.write(key, '{"by":"other"}', undefined, other);
      assert.deepEqual([await store.commit(commit), await store.read(key)], [true, '{"by":"other"}']);
    },
    async "a commit of which one key has another owner changes nothing"() {
      for (const wrong of [0, 1, 2]) {
        const commit = await newCommit(2);
        for (const { key, owner } of commit.sessions) await store.write(key, '{"before":1}', undefined, owner);
        const entry = commit.sessions[wrong] ?? commit.done;
        const owner = newOwner();
        await store.release(entry.key, entry.owner);
        await claim(entry.key, owner);
        assert.equal(await store.commit(commit), false);
        assert.deepEqual([await textsOf(commit), await claim(commit.done.key, newOwner())], [['{"before":1}', '{"before":1}'], "busy"]);
        entry.owner = owner;
        assert.equal(await store.commit(commit), true);
      }
    },
    async "a commit of a session that nobody holds changes nothing"() {
      const commit = await newCommit(2);
      await store.release(commit.sessions[1].key, commit.sessions[1].owner);
      assert.deepEqual([await store.commit(commit), await textsOf(commit), await claim(commit.done.key, newOwner())], [false, [undefined, undefined], "busy"]);
    },
    async "a commit of an update that another owner has settled changes nothing"() {
      const commit = await newCommit(1);
      const { done } = commit;
      assert.equal(await store.settle(done.key, done.owner, 60), true);
      assert.deepEqual([await store.commit({ ...commit, done: { ...done, owner: newOwner() } }), await textsOf(commit)], [false, [undefined]]);
    },
    async "commits succeed while their leases are renewed, and one of two wins"() {
      const commits = await Promise.all(Array.from({ length: 8 }, () => newCommit(2)));
      const outcomes = await Promise.all(commits.map(async (commit) => {
        const renewals = [...commit.sessions, commit.done].flatMap(({ key, owner }) => [1, 2].map(() => store.renew(key, owner, LONG_LEASE_MS)));
        const again = [commit, commit].map((repeated) => store.commit(repeated));
        await Promise.all(renewals);
        return [await Promise.all(again), await textsOf(commit)];
      }));
      assert.deepEqual(outcomes, commits.map(({ sessions }) => [[true, true], sessions.map(({ text }) => text)]));
    },
    async "a commit after the lease holds while nobody else has claimed a key"() {
      const commit = await newCommit(1);
      const [session] = commit.sessions;
      await store.renew(session.key, session.owner, 1);
      await store.renew(commit.done.key, commit.done.owner, 1);
      await new Promise((resolve) => setTimeout(resolve, 5));
      assert.deepEqual([await store.commit(commit), await textsOf(commit)], [true, [session.text]]);
    },
    async "a session of a commit is forgotten after its time"() {
      const commit = await newCommit(1, { ttlSeconds: 0.05 });
      assert.equal(await store.commit(commit), true);
      await eventually(async () => (await textsOf(commit))[0], undefined);
    },
  };
}
