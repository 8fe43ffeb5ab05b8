// The model of the webhook in Deno, with claims in Deno's own KV; prints how many schedules were tried.
import { denoKvStore } from "botwire/stores/deno-kv";
import { outsideWork, tried } from "./model.mjs";
import { runWith, schedule } from "./webhook-model.mjs";

/** Schedules in any case. */
const LEAST = 10;
const kv = await Deno.openKv(":memory:");
let schedules = 0;

/** The KV, under keys of one schedule. No virtual time passes while it works. */
function database() {
  const number = schedules++;
  const { counted, settle } = outsideWork();
  const inKv = {
    get: (key) => counted(() => kv.get([number, ...key])),
    atomic: () => {
      const atomic = kv.atomic();
      const chain = {
        check: (...checks) => (atomic.check(...checks.map((check) => ({ ...check, key: [number, ...check.key] }))), chain),
        set: (key, ...entry) => (atomic.set([number, ...key], ...entry), chain),
        delete: (key) => (atomic.delete([number, ...key]), chain),
        commit: () => counted(() => atomic.commit()),
      };
      return chain;
    },
  };
  return { settle, isMeasuredByEach: true, storeOf: () => denoKvStore(inKv) };
}

const runs = await tried(schedule, runWith(database), LEAST);
kv.close();
console.log(JSON.stringify({ runs }));
