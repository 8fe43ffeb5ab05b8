// What a store of claims is: it deduplicates deliveries of an update.
import { type Check, isFunction } from "../options/parse.js";

/**
 * Knows which updates are being handled or were. Identifiers are no sequence: after a week without updates the next
 * one is random, so each is stored by itself. Spec: core, Update.
 *
 * The stores of this package know two states. Between `claim` and `settle` an update is *in flight*; another delivery
 * of it waits until it is known how that ends, so that none is answered 200 for an update whose handler then throws.
 * After 60 s in flight it counts as abandoned, since its isolate may be gone: a handler that takes longer, and whose
 * service is still waiting, may run again.
 */
export interface ClaimStore {
  /**
   * Whether the update is this delivery's to handle: true once for each identifier until it is released or the time
   * is over. It may take its time; if it throws, or gives anything but true or false, the answer is 500, and if it takes
   * longer than the deadline 503: the service delivers again.
   *
   * @param id - `update_id`.
   * @param ttlSeconds - How long a repeated delivery is to be known as such.
   */
  claim(id: number, ttlSeconds: number): boolean | Promise<boolean>;
  /** Forgets the update, since its handler threw: the next delivery of it is handled. */
  release(id: number): void | Promise<void>;
  /** The handler is done with the update. */
  settle?(id: number, ttlSeconds: number): void | Promise<void>;
}

/** An option that can be used as a store, or makes one, or is false. */
export const STORE: Check = [
  "{ claim, release }, a function or false",
  (store) => store === false || isFunction(store) || isFunction(store?.claim && store.release),
];
