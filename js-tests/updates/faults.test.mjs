// updates() when the service or the network fails: it waits, reports, continues, and loses nothing.
import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { Bot, updates } from "botwire";
import { TOKEN, failure, ok } from "../support/recorder.mjs";
import { startQueue, update } from "./queue.mjs";
import { PATIENCE } from "../support/eventually.mjs";

let service;
afterEach(() => service.close());
const bot = (options) => new Bot({ baseUrl: service.baseUrl, token: TOKEN, retry: { retries: 0, baseMs: 1 }, ...options });

async function take(count, options, from = bot()) {
  const stop = new AbortController();
  const ids = [];
  for await (const { update_id } of updates(from, {
    timeout: 1,
    signal: AbortSignal.any([stop.signal, AbortSignal.timeout(PATIENCE)]),
    ...options,
  })) {
    ids.push(update_id);
    if (ids.length >= count) stop.abort();
  }
  return ids;
}

const PASSING = {
  "a failure 500": [failure(500, "Internal"), "api"],
  "a proxy's 502": [{ status: 502, headers: { "content-type": "text/html" }, body: "<h1>Bad Gateway" }, "http"],
  "a broken connection": [{ hangUp: true }, "network"],
  "cut-off JSON": [{ body: '{"ok":true,"result":[', cut: true }, "network"],
  "an empty body": [{ body: "" }, "http"],
  "a result that is not a list": [ok({ update_id: 1 }), "http"],
  "a list of something else": [ok([1]), "http"],
  "an update without an identifier": [ok([{ message: {} }]), "http"],
  429: [failure(429, "Too Many Requests", { retry_after: 0 }), "api"],
  "409: another loop polls": [failure(409, "Conflict: terminated by other getUpdates request"), "api"],
  408: [failure(408, "Request Timeout"), "api"],
};

describe("waited out", () => {
  for (const [what, [answer, kind]] of Object.entries(PASSING)) {
    test(what, async () => {
      service = await startQueue([update(1), update(2)]);
      service.fail(answer, answer, answer);
      const reported = [];
      assert.deepEqual(await take(2, { onRetry: (error, _, waitMs) => void reported.push([error.kind, waitMs]) }), [1, 2]);
      assert.deepEqual(reported.map(([reportedKind]) => reportedKind), [kind, kind, kind]);
      assert.ok(reported.every(([, waitMs]) => waitMs >= 0 && waitMs < 30_001), JSON.stringify(reported));
    });
  }
  test("between updates: none is lost or comes twice", async () => {
    service = await startQueue([update(1)]);
    const stop = new AbortController();
    const ids = [];
    for await (const { update_id } of updates(bot(), { timeout: 1, signal: stop.signal })) {
      ids.push(update_id);
      if (update_id === 5) stop.abort();
      else {
        service.fail({ hangUp: true }, { status: 504, body: "" });
        service.push(update(update_id + 1));
      }
    }
    assert.deepEqual(ids, [1, 2, 3, 4, 5]);
    assert.deepEqual(service.stored, []);
  });
});

describe("thrown, since waiting does not mend it", () => {
  for (const [code, description] of [
    [400, "Bad Request"],
    [401, "Unauthorized"],
    [403, "Forbidden"],
    [404, "Not Found"],
  ]) {
    test(`${code} ${description}`, async () => {
      service = await startQueue([update(1)]);
      service.fail(failure(code, description));
      await assert.rejects(take(1), { kind: "api", error_code: code });
      assert.equal(service.asked.length, 1);
    });
  }
  test("a 404 of something that is not the service", async () => {
    service = await startQueue([update(1)]);
    service.fail({ status: 404, body: "not here" });
    await assert.rejects(take(1), { kind: "http", status: 404 });
  });
  test("a fault after an update: those before it are confirmed", async () => {
    service = await startQueue([update(1)]);
    const run = async () => {
      for await (const _ of updates(bot(), { timeout: 0 })) service.fail(failure(401, "Unauthorized"));
    };
    await assert.rejects(run(), { kind: "api" });
    assert.deepEqual(service.stored, []);
  });
  test("options with a fault", async () => {
    service = await startQueue([update(1)]);
    for (const options of [
      { limit: 101 },
      { limit: 0 },
      { timeout: "1" },
      { timeout: NaN },
      { allowed_updates: ["polls"] },
      { signal: 1 },
      { onRetry: 1 },
      null,
      5,
    ]) {
      await assert.rejects(
        async () => { for await (const _ of updates(bot(), options)) assert.fail(); },
        { kind: "validation" },
      );
    }
    assert.equal(service.requests.length, 0);
  });
  test("what onRetry throws", async () => {
    service = await startQueue();
    service.fail({ hangUp: true });
    const own = new Error("enough");
    await assert.rejects(take(1, { onRetry() { throw own; } }), own);
  });
});
