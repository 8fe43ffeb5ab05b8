// Claims in the memory of one isolate or process, a bounded number of them.
import { CLAIM_CAPACITY, LEASE_MS } from "../policy.js";
import type { ClaimStore } from "../updates/claims.js";

const LOOK_MS = 20;

/**
 * Claims in memory: exact within one isolate or process, unknown to others and lost at its end. The oldest are
 * forgotten first.
 *
 * While another delivery handles the update, a claim looks every 20 ms how it ends. The handler's request cannot wake
 * it: until October 2024 workerd let no request settle a promise that another one awaits. Up to twice the capacity is
 * remembered, in two generations: deleting the oldest key of a Map is slow after many deletions, which each claim of a
 * full store would pay for. The store of the Rust crate is exact in both.
 *
 * @param capacity - How many updates are remembered at least, some 50 bytes each; at most twice as many. Default 10 000.
 */
export function memoryStore(capacity: number = CLAIM_CAPACITY): ClaimStore {
  /** When the claim of an update expires, as `Date.now()`; negative while the update is in flight. */
  let claims = new Map<number, number>();
  let older: typeof claims | undefined;
  const keep = (id: number, until: number): void => {
    claims.set(id, until);
    if (claims.size < capacity) return;
    older = claims;
    claims = new Map();
  };
  const claim: ClaimStore["claim"] = (id, ttlSeconds) => {
    const until = claims.get(id) ?? older?.get(id) ?? 0;
    const now = Date.now();
    if (until > now) return false;
    if (-until > now) return new Promise((look) => setTimeout(look, LOOK_MS)).then(() => claim(id, ttlSeconds));
    keep(id, -now - LEASE_MS);
    return true;
  };
  return {
    claim,
    release(id) {
      claims.delete(id);
      older?.delete(id);
    },
    settle: ((id, ttlSeconds) => keep(id, Date.now() + ttlSeconds * 1000)),
  };
}
