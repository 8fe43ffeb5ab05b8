// The promises of a store as tests.
import { before, describe, test } from "node:test";
import { promises } from "./contract.mjs";

/** Tests a store that `make()` gives, or two of them that share what they keep, but for the promises in `without`; `options` are those of the tests. */
export function contract(name, make, options = {}, without = []) {
  describe(name, { concurrency: true, ...options }, () => {
    let kept;
    before(async () => {
      kept = promises(...[await make()].flat());
    });
    for (const promise of Object.keys(promises()).filter((each) => !without.includes(each))) test(promise, () => kept[promise]());
  });
}
