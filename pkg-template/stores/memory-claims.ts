// Claims in the memory of one isolate or process, a bounded number of them.
import { CLAIM_CAPACITY } from "../policy.js";
import type { Claimed, ClaimStore } from "../updates/claims.js";

interface Entry {
  /** Nobody once the update was handled. */
  readonly owner: string | undefined;
  /** By `performance.now()`. */
  readonly until: number;
}

/** The last owner that was made, by all stores: no two have the same. Random at first, since CommonJS entries have copies of this file. */
let owners = Math.random();

/** A part of a store in memory. */
interface MemoryClaims extends ClaimStore {
  claim(key: string, leaseMs: number): Claimed;
  /** The owner of a key, also after its lease has ended. */
  ownerOf(key: string): string | undefined;
}

/** Makes the claims of `memoryStore`, without an order among those that wait. */
export function memoryClaims(capacity: number = CLAIM_CAPACITY): MemoryClaims {
  // Two generations: deleting the oldest key of a Map is slow after many deletions, which each claim of a full store would pay for.
  let entries = new Map<string, Entry>();
  let older: typeof entries | undefined;
  const find = (key: string): Entry | undefined => entries.get(key) ?? older?.get(key);
  const isOwner = (key: string, owner: string): boolean => (find(key) ?? { owner }).owner === owner;
  const write = (key: string, owner: string | undefined, durationMs: number): void => {
    entries.set(key, { owner, until: performance.now() + durationMs });
    if (entries.size < capacity) return;
    older = entries;
    entries = new Map();
  };
  return {
    ownerOf: (key) => find(key)?.owner,
    claim(key, leaseMs) {
      const entry = find(key);
      if (entry && entry.until > performance.now()) return entry.owner === undefined ? "done" : "busy";
      const owner = String(++owners);
      write(key, owner, leaseMs);
      return { owner };
    },
    renew(key, owner, leaseMs) {
      if (find(key)?.owner !== owner) return false;
      write(key, owner, leaseMs);
      return true;
    },
    settle(key, owner, ttlSeconds) {
      if (!isOwner(key, owner)) return false;
      write(key, undefined, ttlSeconds * 1000);
      return true;
    },
    release(key, owner) {
      if (!isOwner(key, owner)) return false;
      entries.delete(key);
      older?.delete(key);
      return true;
    },
  };
}
