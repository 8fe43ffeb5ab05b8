// The promises of a store as tests.
import { before, describe, test } from "node:test";
import { promises } from "./contract.mjs";

/**
 * Tests the store, or the two stores with shared data, that `make()` returns, except for the promises in `without`;
 * `options` are passed to the tests.
 */
export function contract(name, make, options = {}, without = []) {
  describe(name, { concurrency: true, ...options }, () => {
    let kept;
    before(async () => {
      kept = promises(...[await make()].flat());
    });
    for (const promise of Object.keys(promises()).filter((name) => !without.includes(name))) test(promise, () => kept[promise]());
  });
}
