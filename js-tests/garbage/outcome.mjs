// How the outcome of a call with garbage is judged: a success or an error of botwire, in bounded time.
import assert from "node:assert/strict";
import { types } from "node:util";
import { PATIENCE } from "../support/eventually.mjs";
// Imported from an entry without wasm, because init.test.mjs needs an engine that has not been started.
import { isBotwireError } from "botwire/init";

/** Asserts that `run` returns, or fails with an error of botwire, within a time limit. Returns the error, if any. */
export async function settled(run, what) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} has no outcome`)), PATIENCE);
  });
  try {
    // In a box: awaiting the result itself would call a `then` that is garbage.
    await Promise.race([late, (async () => [await unboxed(run())])()]);
    return undefined;
  } catch (error) {
    assert.ok(isBotwireError(error), `${what} ends with ${types.isNativeError(error) ? error.stack : typeof error}`);
    assert.equal(typeof error.message, "string");
    // A trap of the engine, caught and reported as something else, would still leave it broken.
    assert.doesNotMatch(`${error.stack}${error.cause?.stack}`, /RuntimeError|unreachable|recursive use/, what);
    if (error.kind === "validation") assert.ok(error.message.length < 2_000, `a message of ${error.message.length} characters`);
    return error;
  } finally {
    clearTimeout(timer);
  }
}

/** The value if it is a real promise; otherwise undefined. */
const unboxed = (value) => (types.isPromise(value) ? value : undefined);
