// The timers of time-outs, one of which serves one call after another in Node.
import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
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

/** A bot whose calls are answered, or never. */
function botThat() {
  const next = [];
  const bot = new Bot({ ...options, fetch: (url, request) => (next.shift() ?? answered)(request) });
  return { bot, next };
}

/** Does something while there are other timers. */
async function withTimers(others, work) {
  const { setTimeout, clearTimeout } = globalThis;
  Object.assign(globalThis, others(setTimeout, clearTimeout));
  try {
    await work();
  } finally {
    Object.assign(globalThis, { setTimeout, clearTimeout });
  }
}

test("a call that is never answered ends after one that was", async () => {
  const { bot, next } = botThat();
  for (let round = 0; round < 3; round++) {
    next.push(answered, silent);
    assert.deepEqual(await kinds([bot.getMe()]), ["answered"]);
    assert.deepEqual(await kinds([bot.getMe()]), ["timeout"]);
  }
});

test("calls at the same time have a time-out each", async () => {
  const { bot, next } = botThat();
  await bot.getMe();
  next.push(silent, answered, silent, answered, silent);
  const calls = Array.from({ length: 5 }, () => bot.getMe());
  assert.deepEqual(await kinds(calls), ["timeout", "answered", "timeout", "answered", "timeout"]);
});

test("an answer that comes after the end of its call takes no time-out from another", async () => {
  const { bot, next } = botThat();
  let answerLate;
  next.push(() => new Promise((resolve) => (answerLate = resolve)), silent);
  const gone = new AbortController();
  const first = bot.getMe({}, { signal: gone.signal, timeoutMs: 50 });
  gone.abort();
  assert.deepEqual(await kinds([first]), ["aborted"]);
  const second = bot.getMe();
  answerLate(Response.json({ ok: true, result: true }));
  assert.deepEqual(await kinds([second]), ["timeout"]);
});

test("a time-out that passed between two calls is none of the next", async () => {
  const { bot, next } = botThat();
  await bot.getMe();
  await new Promise((resolve) => setTimeout(resolve, 100));
  next.push(answered, silent);
  assert.deepEqual(await kinds([bot.getMe()]), ["answered"]);
  assert.deepEqual(await kinds([bot.getMe()]), ["timeout"]);
});

test("a clock that a test brings is the one that counts, and only as long as it is there", { timeout: 60_000 }, async ({ mock }) => {
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

test("a clock that a test brings has no timer left, and is not asked to stop one of another", async () => {
  const { bot } = botThat();
  await bot.getMe();
  const own = new Set();
  const foreign = [];
  const fake = () => ({
    setTimeout() {
      const timer = { ref: () => timer, unref: () => timer, refresh: () => timer };
      own.add(timer);
      return timer;
    },
    clearTimeout: (timer) => own.delete(timer) || foreign.push(timer),
  });
  await withTimers(fake, async () => {
    await bot.getMe();
    await bot.getMe();
  });
  assert.deepEqual([own.size, foreign], [0, []]);
});

test("what watches over timers, as zone.js does, sees none that goes on", async () => {
  const pending = new Set();
  const watching = (setTimeout, clearTimeout) => ({
    setTimeout(act, ms, ...given) {
      const timer = setTimeout(() => pending.delete(timer) && act(...given), ms);
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
    next.push(answered, silent);
    assert.deepEqual(await kinds([bot.getMe()]), ["answered"]);
    assert.deepEqual(await kinds([bot.getMe()]), ["timeout"]);
    assert.equal(pending.size, 0);
  });
});

test("timers that are numbers, as those of a page", async () => {
  const numbers = (setTimeout, clearTimeout) => ({
    setTimeout: (...given) => Number(setTimeout(...given)),
    clearTimeout: (timer) => clearTimeout(timer),
  });
  await withTimers(numbers, async () => {
    const { bot, next } = botThat();
    next.push(answered, answered, silent);
    assert.deepEqual(await kinds([bot.getMe()]), ["answered"]);
    assert.deepEqual(await kinds([bot.getMe()]), ["answered"]);
    assert.deepEqual(await kinds([bot.getMe()]), ["timeout"]);
  });
});

test("timers that are nothing, as those of a stub", async () => {
  await withTimers(() => ({ setTimeout: () => undefined }), async () => {
    const { bot } = botThat();
    assert.deepEqual(await kinds([bot.getMe(), bot.getMe()]), ["answered", "answered"]);
  });
});

test("a timer that somebody else stops between two calls is none of the next", async () => {
  const timers = [];
  const listing = (setTimeout) => ({
    setTimeout(...given) {
      timers.push(setTimeout(...given));
      return timers.at(-1);
    },
  });
  await withTimers(listing, async () => {
    const { bot, next } = botThat();
    await bot.getMe();
    for (const timer of timers) clearTimeout(timer);
    next.push(silent);
    assert.deepEqual(await kinds([bot.getMe()]), ["timeout"]);
  });
});

test("a listener of the signal is in the context of its own call", async () => {
  const context = new AsyncLocalStorage();
  const seen = [];
  const { bot, next } = botThat();
  next.push(answered, ({ signal }) => {
    signal.addEventListener("abort", () => seen.push(context.getStore()));
    return silent();
  });
  const calling = (name) => context.run(name, () => kinds([bot.getMe({}, { timeoutMs: 50 })]));
  assert.deepEqual(await calling("first"), ["answered"]);
  assert.deepEqual(await calling("second"), ["timeout"]);
  assert.deepEqual(seen, ["second"]);
});

test("a process ends when its calls are answered, and not before; one call after another makes one timer", async () => {
  const program = `
    import { Bot } from "botwire";
    const { setTimeout: make } = globalThis;
    const made = [];
    globalThis.setTimeout = (act, ms, ...rest) => (made.push(ms), make(act, ms, ...rest));
    const bot = new Bot(${JSON.stringify(options)});
    globalThis.fetch = async () => Response.json({ ok: true, result: true });
    await bot.getMe();
    await bot.getMe();
    globalThis.fetch = () => new Promise(() => {});
    await bot.getMe({}, { timeoutMs: 50 }).catch((error) => console.log(error.kind));
    globalThis.fetch = async () => Response.json({ ok: true, result: true });
    await bot.getMe();
    console.log(process.getActiveResourcesInfo().filter((name) => name === "Timeout").length, ...made);
  `;
  const run = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], { cwd: import.meta.dirname, timeout: 50_000 });
  assert.equal((await run).stdout, "timeout\n0 60000 50\n");
});
