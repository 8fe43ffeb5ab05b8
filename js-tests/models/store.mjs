// The exact store of the package over the Durable Object of the package, with storage in memory and faults on the way.
import { durableObjectStore, UpdateClaims } from "botwire/stores/durable-object";
import { never, wait } from "./model.mjs";

/** What an object stores, each access after some milliseconds. */
function storageIn(entries, latencyMs) {
  const later = async (act) => (await wait(latencyMs), act());
  const sorted = (prefix, end) => [...entries].filter(([key]) => key.startsWith(prefix) && (end === undefined || key < end)).sort();
  return {
    get: (keys) => later(() => (Array.isArray(keys) ? new Map(keys.filter((key) => entries.has(key)).map((key) => [key, entries.get(key)])) : entries.get(keys))),
    put: (added) => later(() => Object.entries(added).forEach(([key, value]) => entries.set(key, value))),
    delete: (keys) => later(() => keys.filter((key) => entries.delete(key)).length),
    list: ({ prefix, end, limit }) => later(() => new Map(sorted(prefix, end).slice(0, limit))),
    getAlarm: () => later(() => null),
    setAlarm: () => later(() => {}),
  };
}

/** Faults of one question: it fails or hangs, before the object hears it or after. */
export const STORE_FAULTS = ["none", "throw", "throw_after", "hang", "hang_after"];

/**
 * A namespace of one object, which answers `ask(url)`: by default one in memory, that of a Durable Object otherwise. Another kind of
 * store is given as `own`. `faultOf(question, id)` gives the fault of each question in turn; `onFault` is called with each question
 * that did not get through. Another isolate has a store of its own by `storeOf(isEvicted)`.
 */
export function exactStore({ latencyMs, faultOf, onFault, ask, own }) {
  /** Asks with a fault, for an isolate that may be gone. */
  const asking = (isEvicted) => async (question, id, put) => {
    if (isEvicted()) return never();
    const fault = faultOf(question, id);
    if (fault !== "none") onFault(question, id, fault);
    if (fault === "throw") throw new Error("the store is out of reach");
    if (fault === "hang") return never();
    const answer = await put().catch((error) => {
      onFault(question, id, "throw_after");
      throw error;
    });
    if (fault === "throw_after") throw new Error("the answer of the store was lost");
    return fault === "hang_after" || isEvicted() ? never() : answer;
  };
  if (own) {
    return (isEvicted) => {
      const [store, asked] = [own(), asking(isEvicted)];
      const by = (question) => (id, ttlSeconds) => asked(question, id, async () => store[question](id, ttlSeconds));
      return { claim: by("claim"), release: by("release"), settle: by("settle") };
    };
  }
  const object = new UpdateClaims({ storage: storageIn(new Map(), latencyMs) });
  const answered = ask ?? ((url) => object.fetch({ url }));
  return (isEvicted) => {
    const asked = asking(isEvicted);
    const fetch = (url) => {
      const { pathname, searchParams } = new URL(url);
      return asked(pathname.split("/")[1], Number(searchParams.get("id")), async () => answered(url));
    };
    return durableObjectStore({ idFromName: (name) => name, get: () => ({ fetch }) });
  };
}
