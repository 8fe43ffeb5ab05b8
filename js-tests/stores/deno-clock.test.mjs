// Deno KV has no clock, and the store compares none of different machines.
import assert from "node:assert/strict";
import { test } from "node:test";
import { denoKvStore } from "botwire/stores/deno-kv";
import { kvInMemory } from "../support/stores.mjs";

const HOUR_MS = 3_600_000;

/** A store as the machine has it whose clocks are ahead by so much; `performance.now()` counts from the start of a process. */
function machine(mock, kv, aheadMs) {
  const store = denoKvStore(kv);
  const [date, monotonic] = [Date.now, performance.now.bind(performance)];
  const at = (act) => {
    const clocks = [mock.method(Date, "now", () => date() + aheadMs), mock.method(performance, "now", () => monotonic() + aheadMs)];
    return Promise.resolve(act(store)).finally(() => clocks.forEach((clock) => clock.mock.restore()));
  };
  return at;
}

for (const aheadMs of [-HOUR_MS, HOUR_MS]) {
  test(`a session and a lease of a machine whose clocks are ${aheadMs} ms ahead are valid on another machine`, async ({ mock }) => {
    const kv = kvInMemory();
    const [there, here] = [machine(mock, kv, aheadMs), machine(mock, kv, 0)];
    const key = "7:session:chat:1";
    assert.deepEqual(await there((store) => store.claim(key, 15_000, 1, "a")), { owner: "a", attempts: 1 });
    assert.equal(await there((store) => store.write(key, "{}", 1800, "a")), true);
    assert.equal(await here((store) => store.read(key)), "{}");
    assert.equal(await here((store) => store.claim(key, 15_000, 2, "b")), "busy");
    assert.equal(await there((store) => store.read(key)), "{}");
  });
}
