// The promises of a store as tests.
import { before, describe, test } from "node:test";
import { promises } from "./contract.mjs";

/** Tests a store that `make()` gives; `options` are those of the tests. */
export function contract(name, make, options = {}) {
  describe(name, { concurrency: true, ...options }, () => {
    let kept;
    before(async () => {
      kept = promises(await make());
    });
    for (const promise of Object.keys(promises())) test(promise, () => kept[promise]());
  });
}
