// Prints the state of claims over time, with an adjustable clock.
import { denoKvStore } from "botwire/stores/deno-kv";

const clock = performance.now.bind(performance);
let aheadMs = 0;
performance.now = () => clock() + aheadMs;

const kv = await Deno.openKv(":memory:");
const first = denoKvStore(kv);
const second = denoKvStore(kv);
const kind = async (claiming) => ((claimed) => (typeof claimed === "string" ? claimed : "owner"))(await claiming);
const claimed = async (store, key) => (await store.claim(key, 15_000)).owner;
const results = {};

await first.settle("1", await claimed(first, "1"), 100);
results.known = await kind(second.claim("1", 15_000));

const former = await claimed(first, "2");
// The second one sees the lease for the first time, and waits for it as long as it lasts.
results.held = await kind(second.claim("2", 15_000));
aheadMs = 14_000;
results.stillHeld = await kind(second.claim("2", 15_000));
await first.renew("2", former, 15_000);
aheadMs = 16_000;
results.renewed = await kind(second.claim("2", 15_000));
aheadMs = 32_000;
const claims = await Promise.all([second.claim("2", 15_000), second.claim("2", 15_000)]);
results.afterLease = (await Promise.all(claims.map(kind))).sort();
results.former = await first.settle("2", former, 100);

const released = await claimed(first, "3");
results.release = await first.release("3", released);
results.released = await kind(second.claim("3", 15_000));

const stored = [];
for await (const { key, value } of kv.list({ prefix: [] })) stored.push([key.join(), value.done ? "done" : value.owner ? "held" : value]);
results.stored = stored.sort();
kv.close();
console.log(JSON.stringify(results));
