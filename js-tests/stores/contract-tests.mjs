// The guarantees of a store as tests.
import { before, describe, test } from "node:test";
import { guarantees } from "./contract.mjs";

/**
 * Tests the store, or the two stores with shared data, that `make()` returns, except for the guarantees in `without`;
 * `options` are passed to the tests.
 */
export function contract(name, make, options = {}, without = []) {
  describe(name, { concurrency: true, ...options }, () => {
    let tests;
    before(async () => {
      tests = guarantees(...[await make()].flat());
    });
    for (const name of Object.keys(guarantees()).filter((name) => !without.includes(name))) test(name, () => tests[name]());
  });
}
