// updates() with responses that try to stop it, delay it, or make it send requests forever.
import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { Bot, updates } from "botwire";
import { TOKEN, failure, ok } from "../support/recorder.mjs";
import { startQueue, update } from "./queue.mjs";

let service;
afterEach(() => service.close());
const bot = (options) => new Bot({ baseUrl: service.baseUrl, token: TOKEN, retry: { retries: 0, baseMs: 1 }, ...options });

/** Takes and confirms this many updates. */
async function take(count, options) {
  const stop = new AbortController();
  const taken = [];
  for await (const one of updates(bot(), { timeout: 1, signal: stop.signal, ...options })) {
    taken.push(one);
    if (taken.length >= count) stop.abort();
  }
  return taken;
}

describe("identifiers", () => {
  test("the loop goes on after the greatest Integer", async () => {
    service = await startQueue([update(2 ** 31 - 1)]);
    const received = [];
    const stop = new AbortController();
    for await (const { update_id } of updates(bot(), { timeout: 1, signal: stop.signal })) {
      received.push(update_id);
      if (update_id === 5) stop.abort();
      else service.fail((params) => (service.push(update(5)), assert.equal(params.offset, 2 ** 31), ok([])));
    }
    assert.deepEqual(received, [2 ** 31 - 1, 5]);
  });
  const UNCONFIRMABLE = "getUpdates: HTTP 200, updates that cannot be confirmed are skipped; update_id: ";
  test("one that comes with every answer holds up no other and is written to the console once in a run", async ({ mock }) => {
    const written = mock.method(console, "error", () => {});
    const stuck = update(Number.MAX_SAFE_INTEGER);
    service = await startQueue([update(1), stuck]);
    const taken = [];
    for await (const { update_id } of updates(bot(), { timeout: 1 })) {
      taken.push(update_id);
      if (update_id === 5) break;
      // Before the one that stays, as a service would.
      service.stored.splice(-1, 0, update(update_id + 1));
    }
    assert.deepEqual(taken, [1, 2, 3, 4, 5]);
    assert.deepEqual(written.mock.calls.map(({ arguments: [line] }) => line), [`${UNCONFIRMABLE}${stuck.update_id}`]);
  });
  test("one alone is reported at once, each time, and backed off", async () => {
    service = await startQueue([update(Number.MAX_SAFE_INTEGER)]);
    const reported = [];
    const stop = new AbortController();
    const onRetry = ({ message }, retry, waitMs) => {
      reported.push([message, retry, waitMs > 0]);
      if (retry === 3) stop.abort();
    };
    for await (const _ of updates(bot(), { timeout: 1, signal: stop.signal, onRetry })) assert.fail("an update");
    assert.deepEqual(reported, [1, 2, 3].map((retry) => [`${UNCONFIRMABLE}${Number.MAX_SAFE_INTEGER}`, retry, true]));
  });
});

describe("more updates than were asked for", () => {
  for (const step of [1, 2]) {
    test(`100 000 in one answer, every ${step}.: each once and in order`, async () => {
      service = await startQueue();
      const many = Array.from({ length: 100_000 }, (_, index) => ({ update_id: index * step + 1 }));
      service.fail(ok(many), ok(many), ok([{ update_id: 1e9 }]));
      let count = 0;
      let last = 0;
      for await (const { update_id } of updates(bot(), { timeout: 0 })) {
        if (update_id === 1e9) break;
        assert.ok(update_id > last);
        last = update_id;
        count++;
      }
      assert.equal(count, many.length);
    });
  }
  test("left in the middle: the rest is not confirmed", async () => {
    service = await startQueue();
    service.fail(ok(Array.from({ length: 100_000 }, (_, index) => ({ update_id: index + 1 }))));
    for await (const { update_id } of updates(bot(), { timeout: 0 })) if (update_id === 1000) break;
    assert.equal(service.asked.at(-1).offset, 1000);
  });
});

describe("a 409", () => {
  const conflict = failure(409, "Conflict: can't use getUpdates method while webhook is active");
  test("is reported to onRetry before the wait, each time, and not to the console", async ({ mock }) => {
    const written = mock.method(console, "error", () => {});
    service = await startQueue([update(1)]);
    service.fail(conflict, conflict);
    const codes = [];
    await take(1, { onRetry: ({ error_code }) => void codes.push([error_code, service.asked.length]) });
    assert.deepEqual(codes, [[409, 1], [409, 2]]);
    assert.equal(written.mock.callCount(), 0);
  });
  test("is written to the console by default, with what may be the cause, once until the next answer", async ({ mock }) => {
    const written = mock.method(console, "error", () => {});
    service = await startQueue([update(1)]);
    service.fail(conflict, { hangUp: true }, conflict, conflict, ok([]), conflict);
    await take(1);
    assert.equal(written.mock.callCount(), 2);
    for (const { arguments: [text] } of written.mock.calls) assert.match(text, /^getUpdates: 409 Conflict: .*webhook is set.*deleteWebhook.*another program polls/);
  });
  for (const [faults, written] of [[4, 0], [5, 1], [7, 1]]) {
    test(`${faults} other faults in a row are written to the console ${written} times`, async ({ mock }) => {
      const { mock: logged } = mock.method(console, "error", () => {});
      service = await startQueue([update(1)]);
      const others = [{ hangUp: true }, failure(500, "Internal"), failure(429, "slow", { retry_after: 0 })];
      service.fail(...Array.from({ length: faults }, (_, index) => others[index % 3]));
      await take(1, {}, bot({ retry: { retries: 0, baseMs: 1 } }));
      assert.deepEqual(logged.calls.map(({ arguments: [text] }) => text), Array(written).fill("getUpdates: 500 Internal"));
    });
  }
});

test("what was not confirmed before a 429 is confirmed after it", async () => {
  service = await startQueue([update(1)]);
  const stop = new AbortController();
  for await (const { update_id } of updates(bot(), { timeout: 1, signal: stop.signal })) {
    if (update_id === 2) stop.abort();
    else service.fail(failure(429, "slow", { retry_after: 0 }), (params) => (service.push(update(2)), assert.equal(params.offset, 2), ok([])));
  }
  assert.deepEqual(service.stored, []);
});
