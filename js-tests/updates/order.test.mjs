// updates(): each update once and in order, confirmed after it was processed, however the loop ends.
import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { Bot, updates } from "botwire";
import { TOKEN, ok } from "../support/recorder.mjs";
import { updateKinds } from "../support/spec.mjs";
import { startQueue, update } from "./queue.mjs";
import { PATIENCE } from "../support/eventually.mjs";

let service;
afterEach(() => service.close());
const bot = (options) => new Bot({ baseUrl: service.baseUrl, token: TOKEN, ...options });
const ids = (updates) => updates.map(({ update_id }) => update_id);

/** Takes this many updates, then stops by the signal. */
async function take(count, { options, onUpdate, ...settings } = {}) {
  const stop = new AbortController();
  const taken = [];
  for await (const one of updates(bot(settings), {
    timeout: 1,
    signal: AbortSignal.any([stop.signal, AbortSignal.timeout(PATIENCE)]),
    ...options,
  })) {
    taken.push(one);
    await onUpdate?.(one, taken.length);
    if (taken.length >= count) stop.abort();
  }
  return taken;
}

describe("offsets", () => {
  test("the first call has none, and each later one is above what was processed", async () => {
    service = await startQueue([update(5), update(6), update(9)]);
    assert.deepEqual(ids(await take(4, { onUpdate: (_, count) => count === 3 && service.push(update(10)) })), [5, 6, 9, 10]);
    assert.deepEqual(service.asked.map(({ offset }) => offset), [undefined, 10, 11]);
    assert.deepEqual(service.stored, []);
  });
  test("limit, timeout and allowed_updates are passed on", async () => {
    service = await startQueue([update(1), update(2), update(3)]);
    await take(3, { options: { limit: 2, timeout: 7, allowed_updates: ["message", "callback_query"] } });
    const [first, second] = service.asked;
    assert.deepEqual(first, { limit: 2, timeout: 7, allowed_updates: ["message", "callback_query"] });
    assert.equal(second.offset, 3);
  });
  test("an empty list of kinds is passed on too: it means all", async () => {
    service = await startQueue([update(1)]);
    await take(1, { options: { allowed_updates: [] } });
    assert.deepEqual(service.asked[0].allowed_updates, []);
  });
});

describe("the end of the loop", () => {
  test("the signal: what was processed is confirmed, the rest comes in the next loop", async () => {
    service = await startQueue([1, 2, 3, 4].map((id) => update(id)));
    assert.deepEqual(ids(await take(2)), [1, 2]);
    assert.deepEqual(ids(service.stored), [3, 4]);
    assert.deepEqual(ids(await take(2)), [3, 4]);
  });
  for (const [what, leave] of Object.entries({ break: "break", throw: "throw" })) {
    test(`${what}: the update in flight is not confirmed, those before it are`, async () => {
      service = await startQueue([1, 2, 3].map((id) => update(id)));
      const own = new Error("the caller's");
      const loop = (async () => {
        for await (const { update_id } of updates(bot(), { timeout: 0 })) {
          if (update_id !== 2) continue;
          if (leave === "break") break;
          throw own;
        }
      })();
      if (leave === "throw") await assert.rejects(loop, own);
      else await loop;
      assert.deepEqual(ids(service.stored), [2, 3]);
      assert.deepEqual(ids(await take(2)), [2, 3]);
    });
    test(`${what} with confirmOnBreak: the update in flight is confirmed as well`, async () => {
      service = await startQueue([1, 2, 3].map((id) => update(id)));
      for await (const { update_id } of updates(bot(), { timeout: 0, confirmOnBreak: true })) if (update_id === 2) break;
      assert.deepEqual(ids(service.stored), [3]);
    });
  }
  test("the signal while the service is waited for ends it at once, without a throw", async () => {
    service = await startQueue();
    const stop = new AbortController();
    // Never answers, so that only the signal can end the loop.
    const fetch = (_, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        setImmediate(() => stop.abort());
      });
    const taken = [];
    for await (const one of updates(bot({ fetch }), { timeout: 30, signal: stop.signal })) taken.push(one);
    assert.deepEqual(taken, []);
  });
  test("a signal that is aborted already: no call", async () => {
    service = await startQueue([update(1)]);
    for await (const _ of updates(bot(), { signal: AbortSignal.abort() })) assert.fail();
    assert.equal(service.requests.length, 0);
  });
  test("no call before the first update is asked for", async () => {
    service = await startQueue([update(1)]);
    const iterator = updates(bot());
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.equal(service.requests.length, 0);
    await iterator.return();
    assert.equal(service.requests.length, 0);
  });
  test("a confirmation that fails is not reported: the loop is over", async () => {
    service = await startQueue([update(1)]);
    await take(1, { onUpdate: () => service.fail({ status: 502, body: "x" }) });
    assert.deepEqual(ids(await take(1)), [1]);
  });
});

describe("nothing twice", () => {
  test("a service that repeats what was confirmed", async () => {
    service = await startQueue([update(1), update(2)]);
    service.fail(ok([update(1), update(2)]), ok([update(1), update(2)]), ok([update(2), update(3)]), ok([update(1)]));
    const seen = ids(
      await take(4, { retry: { retries: 0, baseMs: 1 }, onUpdate: ({ update_id }) => update_id === 3 && service.push(update(4)) }),
    );
    assert.deepEqual(seen, [1, 2, 3, 4]);
  });
  test("one that comes twice in one answer", async () => {
    service = await startQueue([update(3)]);
    service.fail(ok([update(1), update(1), update(2), update(1)]));
    assert.deepEqual(ids(await take(3)), [1, 2, 3]);
  });
  test("identifiers out of order: each once, none lost", async () => {
    service = await startQueue([update(5), update(3), update(4)]);
    assert.deepEqual(ids(await take(3)).sort(), [3, 4, 5]);
  });
});

describe("kinds", () => {
  test("every kind of the spec, and those of a newer service, come as they are", async () => {
    const kinds = [...updateKinds, "poll", "my_chat_member"];
    const updates = kinds.map((kind, index) => ({ update_id: index + 1, [kind]: { id: "1", new_field: [null, { a: 1.5 }] } }));
    service = await startQueue(updates);
    assert.deepEqual(await take(kinds.length), updates);
  });
  test("one without any kind", async () => {
    service = await startQueue([{ update_id: 1 }, update(2)]);
    assert.deepEqual(ids(await take(2)), [1, 2]);
  });
});
