// Models: random schedules in virtual time, shrunk by fast-check to the smallest that breaks an invariant.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import fc from "fast-check";
import { inVirtualTime } from "../support/virtual-time.mjs";

/** Seconds that each model takes in a nightly run, with new schedules. Otherwise a few seconds with fixed schedules. */
const NIGHTLY_SECONDS = Number(process.env.MODEL_SECONDS ?? 0);
const SECONDS = NIGHTLY_SECONDS || 4;
/** Milliseconds for a model, in a run of any length. */
export const TIMEOUT_MS = (SECONDS + 600) * 1000;
/** So many are tried in any case, on the slowest machine. */
const LEAST = 20;
/** Milliseconds, in real time, after which a schedule is stuck; the slowest take some seconds. */
const STUCK_MS = 120_000;

/** A test that tries schedules for some seconds. A failure prints its seed, its path and the schedule. */
export function model(name, arbitrary, run, least) {
  test(name, { timeout: TIMEOUT_MS }, async (context) => {
    context.diagnostic(`${await tried(arbitrary, run, least)} schedules`);
  });
}

/** Tries at least so many schedules, also outside of a test. Returns how many it tried. */
export async function tried(arbitrary, run, least = LEAST) {
  let runs = 0;
  let running;
  const property = fc.asyncProperty(arbitrary, (schedule) => (runs++, (running = run(schedule))));
  const options = { includeErrorInReport: true, timeout: STUCK_MS, ...(NIGHTLY_SECONDS === 0 && { seed: 1 }) };
  await fc.assert(property, { ...options, numRuns: least });
  await fc.assert(property, { ...options, seed: options.seed && options.seed + 1, numRuns: 1_000_000_000, interruptAfterTimeLimit: SECONDS * 1000 }).catch((error) => {
    // On a slow machine, no schedule may have ended in that time.
    if (!/interrupted after 0 tests/.test(error.message)) throw error;
  });
  // The last schedule was interrupted, and still replaces the timers.
  await running.catch(() => {});
  return runs;
}

/** Counts work outside of virtual time, which `counted` starts; `settle` is an argument of `inModelTime`. */
export function outsideWork() {
  let open = 0;
  let ended = 0;
  return {
    async counted(work) {
      open++;
      try {
        return await work();
      } finally {
        open--;
        ended++;
      }
    },
    async settle() {
      const before = ended;
      while (open > 0) await new Promise(setImmediate);
      return ended > before;
    },
  };
}

/**
 * Runs a task in virtual time. Fails if it leaves an unhandled rejection, or a timer unless the task returns `true`,
 * because crashed code clears no timers. `settle` is passed to `inVirtualTime`.
 */
export async function inModelTime(task, settle) {
  const rejected = [];
  const listen = (error) => rejected.push(error);
  process.on("unhandledRejection", listen);
  try {
    await inVirtualTime(undefined, async (time) => {
      if ((await task(time)) !== true) assert.equal(time.timers(), 0, "timers are left");
    }, settle);
    await new Promise(setImmediate);
    assert.deepEqual(rejected, []);
  } finally {
    process.off("unhandledRejection", listen);
  }
}

/** In virtual time. */
export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export const never = () => new Promise(() => {});

/** No way of printing shows the token, nor its secret. */
export function assertNoToken(value, token) {
  const text = typeof value === "string" ? value : `${inspect(value, { depth: 9, showHidden: true })} ${value?.stack} ${JSON.stringify(value)}`;
  for (const part of [token, token.split(":")[1]]) assert.ok(!text.includes(part), `the token is shown: ${text.slice(0, 500)}`);
}
