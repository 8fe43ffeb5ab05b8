// What becomes of claims as time goes by, by a clock that is set; prints it.
import { denoKvStore } from "botwire/stores/deno-kv";

const clock = Date.now;
let aheadMs = 0;
Date.now = () => clock() + aheadMs;

const kv = await Deno.openKv(":memory:");
const first = denoKvStore(kv);
const second = denoKvStore(kv);
const results = {};

await first.claim(1, 100);
await first.settle(1, 100);
results.known = await second.claim(1, 100);
aheadMs = 99_000;
results.stillKnown = await second.claim(1, 100);
aheadMs = 101_000;
results.expired = await second.claim(1, 100);

aheadMs = 0;
await first.claim(2, 100);
aheadMs = 59_500;
const claims = [first.claim(2, 100), second.claim(2, 100)];
results.abandoned = await Promise.race(claims);
await second.settle(2, 100);
results.byOne = (await Promise.all(claims)).sort();

await first.claim(3, 100);
await first.release(3);
results.released = await second.claim(3, 100);

await denoKvStore(kv, ["another"]).claim(4, 100);
results.ofAnother = await first.claim(4, 100);

// What expires by itself is stored no longer than it is needed.
const stored = [];
for await (const { key, value } of kv.list({ prefix: [] })) stored.push([key.join(), value.isDone]);
results.stored = stored.sort();
kv.close();
console.log(JSON.stringify(results));
