// The webhook under random schedules: deliveries and duplicates in any order, slow, throwing and answering handlers, faults of
// the store, clients that go, isolates that are evicted. With an exact store each update is handled once or comes again, and
// no call that a handler made its answer is lost.
import assert from "node:assert/strict";
import { createWebhookHandler, inOrder } from "botwire";
import fc from "fast-check";
import { passing } from "../support/deliveries.mjs";
import { assertNoToken, inModelTime, never, wait } from "./model.mjs";
import { exactStore, STORE_FAULTS } from "./store.mjs";

/** Two bots, which share the store and have updates of the same identifiers. */
const TOKENS = ["110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw", "987654321:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw"];
const URL_OF_HOOK = "https://bot.example/hook/secret";
const UPDATES = 4;
/** Above the deadline of 10 s and the lease of 15 s, and below the 25 s after the deadline. */
const SLOW = [0, 0, 0, 1, 500, 4000, 9990, 12_000, 30_000];
/** After a failure the service waits ever longer; in sum far longer than a lease. */
const backoffMs = (attempt) => Math.min(60_000, 1000 * 2 ** attempt);
const TRIES = 14;

const behavior = fc.record({
  beforeMs: fc.constantFrom(...SLOW),
  does: fc.constantFrom("nothing", "call", "call", "answer", "answer", "throw", "answer_and_throw", "bot", "wait_until"),
});
const fault = fc.oneof({ weight: 12, arbitrary: fc.constant("none") }, { weight: 1, arbitrary: fc.constantFrom(...STORE_FAULTS) });

export const schedule = fc.record({
  isolates: fc.integer({ min: 1, max: 3 }),
  latencyMs: fc.constantFrom(0, 1, 30),
  /** By bot and update: the behavior of each run of its handler. */
  behaviors: fc.array(fc.array(behavior, { minLength: 1, maxLength: 3 }), { minLength: 2 * UPDATES, maxLength: 2 * UPDATES }),
  /** The clock of each isolate, in milliseconds before or after the others. */
  clocks: fc.array(fc.constantFrom(0, 120_000, -120_000), { minLength: 4, maxLength: 4 }),
  atDeadline: fc.constantFrom("accept", "retry"),
  returned: fc.constantFrom("inline", "call"),
  isOrdered: fc.boolean(),
  deliveries: fc.array(
    fc.record({ bot: fc.nat(1), update: fc.nat(UPDATES - 1), atMs: fc.integer({ min: 0, max: 20_000 }), isolate: fc.nat(2), goesAfterMs: fc.option(fc.constantFrom(0, 1, 700, 9000), { freq: 5 }) }),
    { minLength: 1, maxLength: 8 },
  ),
  faults: fc.array(fault, { maxLength: 12 }),
  eviction: fc.option(fc.record({ isolate: fc.nat(2), atMs: fc.integer({ min: 0, max: 30_000 }) }), { freq: 3 }),
  onErrorHandles: fc.boolean(),
});

/** The index of an update of a bot. */
const indexOf = (bot, id) => bot * UPDATES + id - 1;

const LEASE_MS = 15_000;
/** Milliseconds between the end of a handler and that of its claim. */
const SLACK_MS = 500;

/** Callback queries have an answer; messages do not. */
const updateOf = (id) =>
  id % 2 === 0
    ? { update_id: id, message: { message_id: id, date: 1, chat: { id: 7, type: "private" }, text: "hi" } }
    : { update_id: id, callback_query: { id: `q${id}`, from: { id: 7, is_bot: false, first_name: "A" }, chat_instance: "1", data: "d" } };

/** A store that survives isolates: optional `ask` of `exactStore`, and `settle` of `inVirtualTime`. */
const IN_MEMORY = () => ({});

/** The model with the store that `shared()` returns for each schedule. */
export const runWith = (shared = IN_MEMORY) => ({ isolates, latencyMs, behaviors, clocks, atDeadline, returned, isOrdered, deliveries, faults, eviction, onErrorHandles }) => {
  const { ask, settle, storeOf: own, isMeasuredByEach = false } = shared();
  return inModelTime(async () => {
    const storeFaults = [];
    /** By update. */
    const of = () => Array.from({ length: 2 * UPDATES }, () => 0);
    const [runs, successes, excused, lateFailures] = [of(), of(), of(), of()];
    /** By update: the call of its last run that ended, if that made one. */
    const owed = [];
    const sent = new Set();
    let step = 0;
    /** When each update had an owner, from and to: a handler that ran, or a lease of an isolate that was evicted. */
    const owned = Array.from({ length: 2 * UPDATES }, () => []);
    const refusals = [];
    const running = [0, 0];
    const storeOf = exactStore({
      ask,
      own,
      latencyMs,
      faultOf: () => faults[step++] ?? "none",
      onFault(question, key, kind) {
        const [bot, what, id] = key.split(":");
        const at = what === "update" ? indexOf(TOKENS.findIndex((token) => token.startsWith(`${bot}:`)), Number(id)) : -1;
        storeFaults.push([question, at, kind]);
        if (question !== "claim") excused[at]++;
      },
    });
    const pending = new Set();
    const settling = (promise) => (pending.add(promise), promise.finally(() => pending.delete(promise)));

    const isolateOf = (index) => {
      const isolate = { evicted: false };
      const clock = { now: () => performance.now() + clocks[index], setTimeout: (act, ms) => setTimeout(() => isGone() || act(), ms), clearTimeout: (timer) => clearTimeout(timer) };
      const isGone = () => isolate.evicted;
      const handler = async (update, { bot, answer, waitUntil }) => {
        const at = indexOf(bot.id === 987654321 ? 1 : 0, update.update_id);
        const run = [performance.now(), Infinity];
        owned[at].push(run);
        if (isOrdered && storeFaults.length === 0 && !eviction) assert.equal(running[at < UPDATES ? 0 : 1]++, 0, "two at once in a chat");
        try {
          return await act(at, update, { bot, answer, waitUntil });
        } finally {
          running[at < UPDATES ? 0 : 1]--;
          run[1] = performance.now();
        }
      };
      const act = async (at, update, { bot, answer, waitUntil }) => {
        const { beforeMs, does } = behaviors[at][Math.min(runs[at]++, behaviors[at].length - 1)];
        const isQuery = update.callback_query !== undefined;
        const key = `${at}.${runs[at]}`;
        if (isQuery && does.startsWith("answer")) answer({ text: key });
        if (beforeMs > 0) await wait(beforeMs);
        if (isGone()) return never();
        // onError handles the failure, and the pending answer is still sent.
        if (does === "answer_and_throw" && isQuery && onErrorHandles) owed[at] = key;
        if (does === "throw" || does === "answer_and_throw") throw passing(`the handler of ${bot.id} fails`);
        if (does === "bot") await bot.sendMessage({ chat_id: 7, text: `bot ${key}` });
        if (isGone()) return never();
        if (does === "wait_until") waitUntil(wait(5).then(() => Promise.reject(new Error("background"))));
        successes[at]++;
        owed[at] = does === "call" || (does === "answer" && isQuery) ? key : undefined;
        if (does !== "call") return undefined;
        return { method: "sendMessage", chat_id: 7, text: key };
      };
      const make = (bot) => createWebhookHandler(
        {
          baseUrl: "https://service.example",
          token: TOKENS[bot],
          clock,
          atDeadline,
          returned,
          path: "/hook/secret",
          store: storeOf(isGone),
          fetch: async (url, { body }) => {
            if (isGone()) return never();
            await wait(20);
            if (isGone()) return never();
            sent.add(JSON.parse(body).text);
            return new Response(JSON.stringify({ ok: true, result: { message_id: 1, date: 1, chat: { id: 7, type: "private" } } }));
          },
          onError: (error, { update, isLate }) => {
            assertNoToken(error, TOKENS[bot]);
            if (isLate && atDeadline === "accept") lateFailures[indexOf(bot, update.update_id)]++;
            return onErrorHandles ? "handled" : undefined;
          },
          onReject: () => {},
          attempts: 100,
        },
        isOrdered ? inOrder({ store: storeOf(isGone) }, handler) : handler,
      );
      isolate.handles = [make(0), make(1)];
      return isolate;
    };
    const all = Array.from({ length: isolates }, (_, index) => isolateOf(index));
    const host = { waitUntil: (promise) => void settling(promise) };
    const deliverOnce = async ({ bot, update, isolate, goesAfterMs }) => {
      const { handles: { [bot]: handle }, evicted } = all[isolate % isolates];
      if (evicted) return 0;
      const client = new AbortController();
      const body = JSON.stringify(updateOf(update + 1));
      const request = new Request(URL_OF_HOOK, { method: "POST", body, headers: { "content-type": "application/json" }, signal: client.signal });
      const answering = settling(handle(request, undefined, host));
      const gone = goesAfterMs === null ? never() : wait(goesAfterMs).then(() => (client.abort(), undefined));
      const dies = wait(40_000).then(() => undefined);
      const response = await Promise.race([answering, gone, dies]);
      if (response?.status === 503) refusals.push([indexOf(bot, update + 1), performance.now()]);
      await dies;
      if (response === undefined || all[isolate % isolates].evicted) {
        // The connection is gone: the answer is lost with it, and not by the webhook.
        void answering.then(async (written) => sent.add(JSON.parse((await written.text()) || "{}").text));
        return 0;
      }
      const text = await response.text();
      assertNoToken(text, TOKENS[bot]);
      if (text !== "") sent.add(JSON.parse(text).text);
      return response.status;
    };
    const deliver = async (delivery) => {
      await wait(delivery.atMs);
      for (let attempt = 0; attempt < TRIES; attempt++) {
        const status = await deliverOnce({ ...delivery, goesAfterMs: attempt === 0 ? delivery.goesAfterMs : null, isolate: delivery.isolate + attempt });
        assert.ok([0, 200, 500, 503].includes(status), `status ${status}`);
        if (status === 200) return true;
        await wait(backoffMs(attempt));
      }
      return false;
    };
    const evicting = eviction && wait(eviction.atMs).then(() => {
      const index = eviction.isolate % isolates;
      all[index].evicted = true;
      for (const runs of owned) runs.push([0, performance.now() + LEASE_MS]);
      // Another one takes its place.
      all.push(isolateOf(isolates));
      [all[index], all[all.length - 1]] = [all[all.length - 1], all[index]];
      return index;
    });
    const outcomes = await Promise.all(deliveries.map(deliver));
    await evicting;
    // Late work and all leases have ended by now.
    await wait(200_000);

    for (const [at, time] of refusals) {
      if (isMeasuredByEach && eviction) continue; // Each isolate measures the lease of the evicted one anew.
      const hasOwner = owned[at].some(([from, to]) => from <= time && time - SLACK_MS <= to) || (isOrdered && owned.flat().length > 0);
      assert.ok(hasOwner || storeFaults.length > 0, `update ${at} is refused at ${time}, and nobody handles it: ${JSON.stringify(owned[at])}`);
    }
    for (let at = 0; at < 2 * UPDATES; at++) {
      const was = deliveries.map((delivery, index) => indexOf(delivery.bot, delivery.update + 1) === at && outcomes[index]);
      if (!was.includes(true)) continue;
      const about = `update ${at}: ${runs[at]} runs, ${successes[at]} successes, store faults ${JSON.stringify(storeFaults)}`;
      assert.ok(successes[at] <= 1 + excused[at] + (eviction ? 1 : 0), `handled more than once: ${about}`);
      const isExcused = lateFailures[at] > 0 || eviction || onErrorHandles || storeFaults.some(([, id]) => id === at);
      assert.ok(successes[at] >= 1 || isExcused, `lost: ${about}`);
    }
    for (const key of owed) assert.ok(key === undefined || sent.has(key) || eviction, `the call ${key} is lost`);
    if (!eviction) assert.equal(pending.size, 0, "promises are left");
    return eviction !== null;
  }, settle);
};
