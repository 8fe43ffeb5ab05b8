// The timers of calls: each call has its own, with any clock, and no timer remains after the call.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { Bot } from "botwire";

const options = { baseUrl: "https://bots.example", token: "1:TOKEN" };
const answered = async () => Response.json({ ok: true, result: true });
const silent = () => new Promise(() => {});
const kinds = (calls) => Promise.all(calls.map((call) => call.then(() => "answered", (error) => error.kind)));

const nothingMore = () => new Promise((resolve) => setImmediate(resolve, "waits on"));

// A minute, which calls have by default, takes a twentieth of a second here.
const { setTimeout: make } = globalThis;
globalThis.setTimeout = (act, ms, ...rest) => make(act, ms === 60_000 ? 50 : ms, ...rest);

/** A bot whose calls are answered or stay pending. */
function botThat() {
  const next = [];
  const bot = new Bot({ ...options, fetch: (url, request) => (next.shift() ?? answered)(request) });
  return { bot, next };
}

/** Runs `work` with replaced timers. */
async function withTimers(others, work) {
  const { setTimeout, clearTimeout } = globalThis;
  Object.assign(globalThis, others(setTimeout, clearTimeout));
  try {
    await work();
  } finally {
    Object.assign(globalThis, { setTimeout, clearTimeout });
  }
}

test("the default timeout aborts the request, with the error as the reason", async () => {
  const { bot, next } = botThat();
  let request;
  next.push((parameters) => ((request = parameters), silent()));
  const error = await bot.getMe().catch((caught) => caught);
  assert.deepEqual([error.kind, error.timeoutMs], ["timeout", 60_000]);
  assert.equal(request.signal.aborted, true);
  assert.equal(request.signal.reason, error);
});

test("a call that is answered aborts nothing", async () => {
  const { bot, next } = botThat();
  let request;
  next.push((parameters) => ((request = parameters), answered()));
  await bot.getMe();
  assert.equal(request.signal.aborted, false);
});

test("a clock that a test brings is the one that counts, and only as long as it is there", async ({ mock }) => {
  const { bot, next } = botThat();
  await bot.getMe();
  for (let round = 0; round < 2; round++) {
    mock.timers.enable({ apis: ["setTimeout"] });
    next.push(answered, silent);
    await bot.getMe();
    mock.timers.tick(40_000);
    const call = kinds([bot.getMe()]);
    mock.timers.tick(59_999);
    assert.equal(await Promise.race([call, nothingMore()]), "waits on");
    mock.timers.tick(1);
    assert.deepEqual(await Promise.race([call, nothingMore()]), ["timeout"]);
    mock.timers.reset();
    next.push(silent);
    assert.deepEqual(await kinds([bot.getMe()]), ["timeout"]);
  }
});

test("what watches over timers, as zone.js does, sees none that goes on", async () => {
  const pending = new Set();
  const watching = (setTimeout, clearTimeout) => ({
    setTimeout(act, ms, ...parameters) {
      const timer = setTimeout(() => pending.delete(timer) && act(...parameters), ms);
      pending.add(timer);
      return timer;
    },
    clearTimeout(timer) {
      pending.delete(timer);
      clearTimeout(timer);
    },
  });
  await withTimers(watching, async () => {
    const { bot, next } = botThat();
    await bot.getMe();
    assert.equal(pending.size, 0);
    next.push(silent);
    assert.deepEqual(await kinds([bot.getMe()]), ["timeout"]);
    assert.equal(pending.size, 0);
  });
});

test("a process ends when its calls are over, and not before", async () => {
  const program = `
    import { Bot } from "botwire";
    const bot = new Bot(${JSON.stringify(options)});
    globalThis.fetch = async () => Response.json({ ok: true, result: true });
    await bot.getMe();
    globalThis.fetch = () => new Promise(() => {});
    await bot.getMe({}, { timeoutMs: 50 }).catch((error) => console.log(error.kind));
    console.log(process.getActiveResourcesInfo().filter((name) => name === "Timeout").length);
  `;
  const run = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], { cwd: import.meta.dirname });
  assert.equal((await run).stdout, "timeout\n0\n");
});
