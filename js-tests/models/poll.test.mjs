// poll() under random schedules: messages at any time, slow and throwing handlers, faults of the service, programs that stop
// and programs that crash. With an exact store each update is handled once or comes again, in the order of its chat.
import assert from "node:assert/strict";
import { Bot, poll } from "botwire";
import { createEmulator } from "botwire/emulator";
import fc from "fast-check";
import { passing } from "../support/deliveries.mjs";
import { assertNoToken, inModelTime, model, never, wait } from "./model.mjs";
import { exactStore } from "./store.mjs";

const CHATS = 3;
const TOKEN = "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw";
const FAULTS = ["drop", "drop_after", "cut_off", "page", "error", "rate_limit"];

const schedule = fc.record({
  seed: fc.nat(1000),
  concurrency: fc.integer({ min: 1, max: 4 }),
  limit: fc.constantFrom(1, 3, 100),
  writes: fc.array(fc.record({ chat: fc.nat(CHATS - 1), afterMs: fc.constantFrom(0, 0, 10, 900, 7000) }), { minLength: 1, maxLength: 12 }),
  /** By message, in the order they were written: the behavior of each run of its handler. */
  behaviors: fc.array(
    fc.array(fc.record({ ms: fc.constantFrom(0, 0, 1, 300, 3000, 20_000), does: fc.constantFrom("nothing", "call", "call", "throw", "bot") }), { minLength: 1, maxLength: 3 }),
    { minLength: 12, maxLength: 12 },
  ),
  faults: fc.array(fc.record({ kind: fc.constantFrom(...FAULTS), method: fc.constantFrom("getUpdates", "getUpdates", "sendMessage"), times: fc.integer({ min: 1, max: 4 }) }), { maxLength: 3 }),
  /** How long each program lives, and whether it crashes in place of stopping. */
  programs: fc.array(fc.record({ livesMs: fc.integer({ min: 1, max: 30_000 }), crashes: fc.boolean() }), { maxLength: 4 }),
  storeFaults: fc.array(fc.oneof({ weight: 9, arbitrary: fc.constant("none") }, { weight: 1, arbitrary: fc.constantFrom("throw", "throw_after") }), { maxLength: 10 }),
});

const run = ({ seed, concurrency, limit, writes, behaviors, faults, programs, storeFaults }) =>
  inModelTime(async ({ now }) => {
    const emulator = createEmulator({ seed, bots: [{ token: TOKEN }], logSize: 10_000 });
    const users = Array.from({ length: CHATS }, () => emulator.user());
    for (const { kind, method, times } of faults) emulator.fault({ kind, method, times, ...(kind === "rate_limit" && { retry_after: 2 }) });
    const [runs, successes, excused] = [0, 0, 0].map(() => writes.map(() => 0));
    const order = users.map(() => []);
    let step = 0;
    const idOf = new Map();
    const onFault = (question, id) => question !== "claim" && excused[idOf.get(id)]++;
    const storeOf = exactStore({ latencyMs: 1, faultOf: () => storeFaults[step++] ?? "none", onFault });
    const calls = [];
    const broken = [];
    let crashes = 0;

    const program = async ({ livesMs, crashes: isCrash }) => {
      const stop = new AbortController();
      const alive = { gone: false };
      const isGone = () => alive.gone;
      const running = new Map();
      const fetch = async (...request) => {
        if (isGone()) return never();
        const answer = await emulator.fetch(...request);
        return isGone() ? never() : answer;
      };
      const handler = async (update, { bot }) => {
        const { chat, text } = update.message;
        const number = Number(text);
        idOf.set(update.update_id, number);
        // An exception here would count as the handler's.
        if (running.has(chat.id)) broken.push("two updates of a chat at the same time");
        if (running.size >= concurrency) broken.push("more at the same time than allowed");
        running.set(chat.id, number);
        try {
          const { ms, does } = behaviors[number][runs[number]++] ?? { ms: 0, does: "nothing" };
          if (ms > 0) await wait(ms);
          if (isGone()) return await never();
          if (does === "throw") throw passing(`the handler of ${text} fails`);
          if (does === "bot") await bot.sendMessage({ chat_id: chat.id, text: `bot ${text}` });
          successes[number]++;
          order[users.findIndex(({ id }) => id === chat.id)].push(number);
          if (does !== "call") return undefined;
          calls.push(`call ${text}`);
          return { method: "sendMessage", chat_id: chat.id, text: `call ${text}` };
        } finally {
          running.delete(chat.id);
        }
      };
      const bot = new Bot({ baseUrl: emulator.baseUrl, token: TOKEN, fetch, retry: { retries: 0 } });
      const onError = (error, { update, willRetry }) => {
        assertNoToken(error, TOKEN);
        const number = Number(update.message.text);
        if (!/the handler of/.test(error.message)) excused[number]++;
        // A call of its bot may have been carried out: it is given up.
        if (!willRetry && successes[number] === 0) successes[number] = 1;
      };
      const onRetry = (error) => assertNoToken(error, TOKEN);
      const ended = poll(bot, handler, { signal: stop.signal, store: storeOf(isGone), concurrency, limit, timeout: 5, attempts: 51, onError, onRetry });
      await Promise.race([wait(livesMs), ended]);
      if (isCrash) {
        crashes += running.size + 1;
        alive.gone = true;
        stop.abort();
        return;
      }
      stop.abort();
      await ended;
      assert.equal(running.size, 0, "handlers run after the end");
    };

    const writing = (async () => {
      for (const [number, { chat, afterMs }] of writes.entries()) {
        if (afterMs > 0) await wait(afterMs);
        users[chat].write(String(number));
      }
    })();
    for (const options of programs) await program(options);
    await writing;
    emulator.clearFaults();
    // The last one lives until all is done. A claim of a crashed program ends after a minute.
    const started = now();
    while (successes.includes(0)) {
      assert.ok(now() - started < 3_600_000, `lost: ${successes}`);
      await program({ livesMs: 100_000, crashes: false });
    }
    assert.deepEqual(broken, []);
    const slack = crashes + storeFaults.filter((fault) => fault !== "none").length;
    for (const [number, count] of successes.entries()) assert.ok(count <= 1 + excused[number] + slack, `${number} is handled ${count} times`);
    for (const numbers of order) {
      const first = numbers.filter((number, index) => numbers.indexOf(number) === index);
      assert.deepEqual(first, [...first].sort((a, b) => a - b), "a chat is out of order");
    }
    if (crashes === 0 && faults.length === 0) {
      const texts = users.flatMap((user) => user.messages().map(({ text }) => text));
      for (const text of calls) assert.ok(texts.includes(text), `the call of ${text} is lost`);
    }
    emulator.close();
    return crashes > 0;
  });

model("poll handles each update once or again, in the order of its chat", schedule, run);
