// Claims in the memory of one isolate or process, a bounded number of them.
import { CLAIM_CAPACITY, LEASE_MS } from "../policy.js";
import type { ClaimStore } from "./claims.js";

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
  /**
   * Until when an update is known, below 0 while it is in flight, in milliseconds from the first claim: an engine keeps
   * small integers without allocating.
   */
  let claims = new Map<number, number>();
  let older = new Map<number, number>();
  let first: number | undefined;
  // Looked at once: were it not, a tick between two looks would make the first update one of the past.
  const clock = (now: number = Date.now()): number => Math.max(0, now - (first ??= now));
  const keep = (id: number, until: number): void => {
    claims.set(id, until);
    if (claims.size < capacity) return;
    older = claims;
    claims = new Map();
  };
  const claim: ClaimStore["claim"] = (id, ttlSeconds) => {
    const until = claims.get(id) ?? older.get(id) ?? 0;
    const now = clock();
    if (until > now) return false;
    if (-until > now) return new Promise((look) => setTimeout(look, LOOK_MS)).then(() => claim(id, ttlSeconds));
    keep(id, -now - LEASE_MS);
    return true;
  };
  return {
    claim,
    release(id) {
      claims.delete(id);
      older.delete(id);
    },
    settle: ((id, ttlSeconds) => keep(id, clock() + Math.round(ttlSeconds * 1000))),
  };
}
