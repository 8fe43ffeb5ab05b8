// Claims in the memory of one isolate or process, a bounded number of them.
import { CLAIM_CAPACITY } from "../policy.js";
import type { Claimed, ClaimStore } from "../updates/claims.js";

interface Entry {
  /** Absent once the update was handled. */
  readonly owner: string | undefined;
  /** By `performance.now()`. */
  readonly until: number;
}

/** The last owner, for all stores: no two have the same. Random at first, because CommonJS entries have copies of this file. */
let owners = Math.random();

/** A part of a store in memory. */
interface MemoryClaims extends ClaimStore {
  claim(key: string, leaseMs: number): Claimed;
  /** Returns the owner of a key, even after its lease has ended. */
  ownerOf(key: string): string | undefined;
}

/** Creates the claims of `memoryStore`. Waiting updates have no order. */
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
