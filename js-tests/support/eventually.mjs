// Waits for what a test expects of something that changes by itself: a page, a log, another process.
import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";

/** Milliseconds for which tests wait for anything. It takes one of them a second; the slowest machine decides. */
export const PATIENCE = 60_000;

/** Looks until there is what is expected; says what there was instead. */
export async function eventually(look, expected, what) {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const seen = await look();
    if (isDeepStrictEqual(seen, expected)) return;
    if (performance.now() > end) assert.deepEqual(seen, expected, what && `${what}: there is ${JSON.stringify(seen)} after ${PATIENCE / 1000} s`);
    await setTimeout(50);
  }
}
