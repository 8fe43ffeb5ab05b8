// Claims in the memory of one isolate or process, a bounded number of them.
import type { ClaimStore } from "./claims.js";

/** Updates that are remembered. */
const CAPACITY = 10_000;
/** After so long an update in hand counts as abandoned: workerd drops a request whose client is gone. */
const LEASE_MS = 60_000;

/** An update in hand. */
interface InHand {
  readonly since: number;
  /** Those who wait for how it ends. */
  readonly waiting: ((isDone: boolean) => void)[];
}

/**
 * Claims in memory: exact within one isolate or process, unknown to others and lost at its end. The oldest are
 * forgotten first.
 *
 * @param capacity - How many updates are remembered, some 100 bytes each. Default 10 000.
 */
export function memoryStore(capacity: number = CAPACITY): ClaimStore {
  /** What is in hand, or until when what is done is known, in milliseconds; the oldest first. */
  const claims = new Map<number, InHand | number>();
  const end = (id: number, isDone: boolean): void => {
    const claim = claims.get(id);
    claims.delete(id);
    if (typeof claim === "object") for (const tell of claim.waiting) tell(isDone);
  };
  const claim: ClaimStore["claim"] = (id, ttlSeconds) => {
    const found = claims.get(id);
    const now = Date.now();
    if (typeof found === "object") {
      if (now - found.since < LEASE_MS) {
        return new Promise<boolean>((tell) => found.waiting.push(tell)).then((isDone) => !isDone && claim(id, ttlSeconds));
      }
    } else if (found! > now) return false;
    claims.delete(id);
    claims.set(id, { since: now, waiting: [] });
    if (claims.size > capacity) end(claims.keys().next().value!, false);
    return true;
  };
  return {
    claim,
    release: (id) => end(id, false),
    settle(id, ttlSeconds) {
      end(id, true);
      claims.set(id, Date.now() + ttlSeconds * 1000);
    },
  };
}
