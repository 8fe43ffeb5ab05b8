// A handler that never ends, in virtual time. The requests are called directly: a socket would set timers in that time.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWebhookHandler, isTimeoutError } from "botwire";
import { inVirtualTime } from "../support/virtual-time.mjs";
import { delivery as post } from "../support/deliveries.mjs";

const UPDATE = '{"update_id":1,"message":{}}';
const make = (handler, deadlineMs) =>
  createWebhookHandler({ baseUrl: "https://service.invalid", token: "1:a", allowUnauthenticated: true, deadlineMs }, handler);
const never = () => new Promise(() => {});
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

test("it is answered at the deadline, which counts from the arrival of the request", () =>
  inVirtualTime(undefined, async ({ now }) => {
    const body = new ReadableStream({ start: (controller) => void wait(300).then(() => (controller.enqueue(Buffer.from(UPDATE)), controller.close())) });
    const { status } = await make(never, 400)(post(body));
    assert.deepEqual([status, now()], [200, 400]);
  }));

test("its signal is aborted 25 s after the deadline, also if it is looked at only then", () =>
  inVirtualTime(undefined, async () => {
    let seen;
    await make((_, context) => ((seen = context), never()), 50)(post(UPDATE));
    const { signal } = seen;
    await wait(24_999);
    assert.equal(signal.aborted, false);
    await wait(1);
    assert.ok(isTimeoutError(signal.reason));
    await make((_, context) => ((seen = context), never()), 50)(post(UPDATE.replace("1", "2")));
    await wait(25_000);
    assert.ok(isTimeoutError(seen.signal.reason));
  }));
