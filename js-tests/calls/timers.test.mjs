// The timers of time-outs, one of which serves one call after another in Node.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mock, test } from "node:test";
import { promisify } from "node:util";
import { Bot } from "botwire";

const options = { baseUrl: "https://bots.example", token: "1:TOKEN" };
const answered = async () => Response.json({ ok: true, result: true });
const silent = () => new Promise(() => {});
const kinds = (calls) => Promise.all(calls.map((call) => call.then(() => "answered", (error) => error.kind)));

/** A bot whose calls are answered, or never. */
function botThat() {
  const next = [];
  const bot = new Bot({ ...options, timeoutMs: 50, fetch: () => (next.shift() ?? answered)() });
  return { bot, next };
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

test("a clock that a test brings is the one that counts, and only as long as it is there", { timeout: 60_000 }, async () => {
  const { bot, next } = botThat();
  await bot.getMe();
  for (let round = 0; round < 2; round++) {
    mock.timers.enable({ apis: ["setTimeout"] });
    next.push(answered, silent);
    await bot.getMe();
    const call = bot.getMe();
    mock.timers.tick(50);
    assert.deepEqual(await Promise.race([kinds([call]), new Promise((resolve) => setImmediate(resolve, "waits on"))]), ["timeout"]);
    mock.timers.reset();
    next.push(silent);
    assert.deepEqual(await kinds([bot.getMe()]), ["timeout"]);
  }
});

test("timers that are numbers, as those of a page", async () => {
  const { setTimeout, clearTimeout } = globalThis;
  globalThis.setTimeout = (...given) => Number(setTimeout(...given));
  globalThis.clearTimeout = (timer) => clearTimeout(timer);
  try {
    const { bot, next } = botThat();
    next.push(answered, answered, silent);
    assert.deepEqual(await kinds([bot.getMe()]), ["answered"]);
    assert.deepEqual(await kinds([bot.getMe()]), ["answered"]);
    assert.deepEqual(await kinds([bot.getMe()]), ["timeout"]);
  } finally {
    Object.assign(globalThis, { setTimeout, clearTimeout });
  }
});

test("a process ends when its calls are answered, and not before", async () => {
  const program = `
    import { Bot } from "botwire";
    const bot = new Bot(${JSON.stringify(options)});
    globalThis.fetch = async () => Response.json({ ok: true, result: true });
    await bot.getMe();
    await bot.getMe();
    globalThis.fetch = () => new Promise(() => {});
    await bot.getMe({}, { timeoutMs: 50 }).catch((error) => console.log(error.kind));
    globalThis.fetch = async () => Response.json({ ok: true, result: true });
    await bot.getMe();
    console.log(process.getActiveResourcesInfo().filter((name) => name === "Timeout").length);
  `;
  const run = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], { cwd: import.meta.dirname, timeout: 50_000 });
  assert.equal((await run).stdout, "timeout\n0\n");
});
