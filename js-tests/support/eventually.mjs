// Waits for a page, a log or another process to reach the expected state.
import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";

/** Milliseconds that tests wait for anything. None needs more than a second, but slow machines take longer. */
export const PATIENCE = 60_000;

/** Repeats `look` until it returns the expected value; otherwise fails with the last value. */
export async function eventually(look, expected, what) {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const seen = await look();
    if (isDeepStrictEqual(seen, expected)) return;
    if (performance.now() > end) assert.deepEqual(seen, expected, what && `${what}: there is ${JSON.stringify(seen)} after ${PATIENCE / 1000} s`);
    await setTimeout(50);
  }
}
