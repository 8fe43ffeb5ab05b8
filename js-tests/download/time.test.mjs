// The whole time of a download, on the clock of the test.
import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { Bot, download } from "botwire";
import { TOKEN } from "../support/recorder.mjs";

describe("the whole time of a download", () => {
  const MINUTE = 60_000;
  const { now } = performance;
  /** A clock whose time of day jumps by an hour with every other reading. */
  const enable = (clock) => {
    clock.enable({ apis: ["setTimeout", "Date"], now: 1e12 });
    const { now: time } = Date;
    let asked = 0;
    Date.now = () => time.call(Date) + (asked++ % 2) * 60 * MINUTE;
    performance.now = () => time.call(Date) - 1e12;
  };
  afterEach(() => (performance.now = now));
  /** A download whose bytes arrive after these waits, on the test's clock; then it stalls. */
  function dripping(clock, waits) {
    enable(clock);
    const remaining = [...waits];
    const seen = { isCanceled: false, received: 0, silent: undefined };
    seen.silent = new Promise((resolve) => {
      const pull = async (controller) => {
        if (remaining.length === 0) return resolve(), new Promise(() => {});
        clock.tick(remaining.shift());
        controller.enqueue(Uint8Array.of(1));
      };
      const body = () => new ReadableStream({ pull, cancel: () => void (seen.isCanceled = true) }, { highWaterMark: 0 });
      seen.bot = new Bot({ baseUrl: "https://bots.example", token: TOKEN, fetch: async () => new Response(body()) });
    });
    return seen;
  }
  const read = (seen, options) => {
    const onProgress = (received) => (seen.received = received);
    return download(seen.bot, { file_id: "a", file_path: "a" }, { onProgress, ...options }).then((response) => response.arrayBuffer()).catch((caught) => caught);
  };
  test("a byte a minute for ever ends after ten minutes", async ({ mock }) => {
    const seen = dripping(mock.timers, Array(20).fill(MINUTE - 1000));
    const error = await read(seen);
    assert.deepEqual([error.kind, error.method, error.timeoutMs], ["timeout", "download", 10 * MINUTE]);
    assert.deepEqual([seen.isCanceled, seen.received], [true, 10]);
  });
  test("a byte that does not come ends it when the whole time is over, and not a minute later", async ({ mock }) => {
    const seen = dripping(mock.timers, [5000]);
    const reading = read(seen, { timeoutMs: 6000 });
    await seen.silent;
    mock.timers.tick(999);
    assert.equal(await Promise.race([reading, new Promise((resolve) => setImmediate(resolve, "waits on"))]), "waits on");
    mock.timers.tick(1);
    const error = await reading;
    assert.deepEqual([error.kind, error.timeoutMs, seen.isCanceled], ["timeout", 6000, true]);
  });
  test("bytes that are there at once are refused as well when it is over", async ({ mock }) => {
    const seen = dripping(mock.timers, Array(20).fill(0));
    const { body } = await download(seen.bot, { file_id: "a", file_path: "a" }, { timeoutMs: 6000 });
    const reader = body.getReader();
    await reader.read();
    mock.timers.tick(6000);
    await assert.rejects(reader.read(), { kind: "timeout", timeoutMs: 6000 });
    assert.equal(seen.isCanceled, true);
  });
  test("0 is not a limit", async ({ mock }) => {
    const seen = dripping(mock.timers, [...Array(100).fill(MINUTE - 1000)]);
    const reading = read(seen, { timeoutMs: 0 });
    await seen.silent;
    mock.timers.tick(MINUTE);
    const error = await reading;
    assert.deepEqual([error.kind, error.timeoutMs, seen.received], ["timeout", MINUTE, 100]);
  });
  test("getFile and the headers count", async ({ mock }) => {
    enable(mock.timers);
    const asked = [];
    const fetch = async (url) => {
      asked.push(url.split("/").at(-1));
      mock.timers.tick(700);
      return Response.json({ ok: true, result: { file_id: "a", file_path: "a" } });
    };
    const bot = new Bot({ baseUrl: "https://bots.example", token: TOKEN, fetch });
    const error = await download(bot, "a", { timeoutMs: 1000 }).catch((caught) => caught);
    assert.deepEqual([error.kind, error.timeoutMs, asked], ["timeout", 1000, ["getFile", "a"]]);
  });
  test("the idle timeout may be longer than that of the whole, and 0 disables a timeout", async ({ mock }) => {
    const seen = dripping(mock.timers, [5000]);
    const reading = read(seen, { timeoutMs: 0, idleTimeoutMs: 0 });
    await seen.silent;
    mock.timers.tick(24 * 60 * MINUTE);
    assert.equal(await Promise.race([reading, new Promise((resolve) => setImmediate(resolve, "waits on"))]), "waits on");
    mock.timers.reset();
    const other = dripping(mock.timers, [5000]);
    const ended = read(other, { timeoutMs: 6000, idleTimeoutMs: 7000 });
    await other.silent;
    mock.timers.tick(1000);
    const error = await ended;
    assert.deepEqual([error.kind, error.timeoutMs], ["timeout", 6000]);
  });
});
