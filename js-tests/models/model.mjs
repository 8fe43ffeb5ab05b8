// Models: random schedules in virtual time, shrunk by fast-check to the smallest that breaks an invariant.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import fc from "fast-check";
import { inVirtualTime } from "../support/virtual-time.mjs";

/** Seconds that each model takes in a nightly run, with schedules of its own. Otherwise some seconds, with the same ones each time. */
const NIGHTLY_SECONDS = Number(process.env.MODEL_SECONDS ?? 0);
const SECONDS = NIGHTLY_SECONDS || 4;
/** So many are tried in any case, on the slowest machine. */
const LEAST = 20;

/**
 * A test that tries schedules for some seconds. What once failed is tried first: `kept` holds those schedules, as fast-check
 * printed them. A failure prints its seed, its path and the schedule.
 */
export function model(name, arbitrary, run, kept = []) {
  test(name, { timeout: (SECONDS + 600) * 1000 }, async (context) => {
    let runs = 0;
    const property = fc.asyncProperty(arbitrary, (schedule) => (runs++, run(schedule)));
    const given = { includeErrorInReport: true, ...(NIGHTLY_SECONDS === 0 && { seed: 1 }) };
    await fc.assert(property, { ...given, examples: kept.map((each) => [each]), numRuns: LEAST + kept.length });
    await fc.assert(property, { ...given, seed: given.seed && given.seed + 1, numRuns: 1_000_000_000, interruptAfterTimeLimit: SECONDS * 1000 }).catch((error) => {
      // On a slow machine none may have ended in that time.
      if (!/interrupted after 0 tests/.test(error.message)) throw error;
    });
    context.diagnostic(`${runs} schedules`);
  });
}

/**
 * Does a task in virtual time. Nothing may be left of it: no rejection that nobody handles, and no timer unless the task
 * says so by `true`, since what has crashed clears none.
 */
export async function inModelTime(task) {
  const rejected = [];
  const listen = (error) => rejected.push(error);
  process.on("unhandledRejection", listen);
  try {
    await inVirtualTime(undefined, async (time) => {
      if ((await task(time)) !== true) assert.equal(time.timers(), 0, "timers are left");
    });
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
