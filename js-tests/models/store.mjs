// A store of claims with faults on the way, as isolates see it that may be gone.
import { durableObjectStore, UpdateClaims } from "botwire/stores/durable-object";
import { storageIn } from "../support/stores.mjs";
import { never, wait } from "./model.mjs";

/** Faults of one question: it fails or hangs, before the store hears it or after. */
export const STORE_FAULTS = ["none", "throw", "throw_after", "hang", "hang_after"];

/**
 * Makes `storeOf(isEvicted)`, the store of an isolate. All isolates share one Durable Object, which answers `ask(url)`:
 * by default one in memory. `own()` makes another kind of store. `faultOf()` returns the fault of each request in turn;
 * `onFault(question, key, fault)` is called with each request that did not get through.
 */
export function exactStore({ latencyMs, faultOf, onFault, ask, own }) {
  const object = new UpdateClaims({ storage: storageIn(new Map(), async (act) => (await wait(latencyMs), act())) });
  const namespace = { idFromName: (name) => name, get: () => ({ fetch: ask ?? ((url, { body } = {}) => object.fetch({ url, text: async () => body ?? "" })) }) };
  return (isEvicted) => {
    const store = own ? own() : durableObjectStore(namespace);
    const asking = (question) => async (key, ...rest) => {
      if (isEvicted()) return never();
      const fault = faultOf();
      if (fault !== "none") onFault(question, key, fault);
      if (fault === "throw") throw new Error("the store is out of reach");
      if (fault === "hang") return never();
      const answer = await store[question](key, ...rest).catch((error) => {
        onFault(question, key, "throw_after");
        throw error;
      });
      if (fault === "throw_after") throw new Error("the answer of the store was lost");
      return fault === "hang_after" || isEvicted() ? never() : answer;
    };
    return Object.fromEntries(["claim", "renew", "settle", "release"].map((question) => [question, asking(question)]));
  };
}
