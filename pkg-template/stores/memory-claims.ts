// Claims in the memory of one isolate or process, a bounded number of them.
import { CLAIM_CAPACITY, RESPONSES_IN_MEMORY } from "../policy.js";
import type { Claimed, ClaimStore } from "../updates/claims.js";

interface Entry {
  /** Absent once the key was released. */
  readonly owner?: string;
  /** By `performance.now()`. */
  until: number;
  /** How often the key was claimed. 0 once the update was handled. */
  attempts: number;
  response?: string | undefined;
}

/** A part of a store in memory. */
interface MemoryClaims extends ClaimStore {
  claim(key: string, leaseMs: number, place?: number, owner?: string): Claimed;
  settle(key: string, owner: string, ttlSeconds: number, response?: string): boolean;
  /** Returns whether an owner holds a key, even after its lease has ended. */
  isHeld(key: string, owner: string): boolean;
  /** Returns whether no other owner has claimed a key. */
  maySettle(key: string, owner: string): boolean;
  /** Returns whether an owner has settled a key. */
  isDoneBy(key: string, owner: string): boolean;
}

/** Creates the claims of `memoryStore`. Waiting updates have no order. */
export function memoryClaims(capacity: number = CLAIM_CAPACITY): MemoryClaims {
  // Two generations: deleting the oldest key of a Map is slow after many deletions, which each claim of a full store would pay for.
  let entries = new Map<string, Entry>();
  let older: typeof entries | undefined;
  const find = (key: string): Entry | undefined => entries.get(key) ?? older?.get(key);
  const isHeld = (key: string, owner: string): boolean => {
    const entry = find(key);
    return entry?.owner === owner && entry.attempts > 0;
  };
  const isDoneBy = (key: string, owner: string): boolean => {
    const entry = find(key);
    return entry?.owner === owner && entry.attempts === 0;
  };
  const maySettle = (key: string, owner: string): boolean => (find(key)?.owner ?? owner) === owner;
  // The entries with responses, in two generations too.
  let responses: Entry[] = [];
  let olderResponses: Entry[] = [];
  let length = 0;
  const boundResponses = (entry: Entry): void => {
    responses.push(entry);
    length += entry.response!.length;
    if (length <= RESPONSES_IN_MEMORY / 2) return;
    for (const old of olderResponses) old.response = undefined;
    olderResponses = responses;
    responses = [];
    length = 0;
  };
  const write = (key: string, entry: Entry): true => {
    entries.set(key, entry);
    if (entries.size >= capacity) {
      older = entries;
      entries = new Map();
    }
    return true;
  };
  return {
    isHeld,
    isDoneBy,
    maySettle,
    claim(key, leaseMs, _place, owner = crypto.randomUUID()) {
      const entry = find(key);
      const { attempts = 0, response }: Partial<Entry> = entry ?? {};
      const now = performance.now();
      const isOwn = attempts > 0 && entry!.owner === owner;
      if (entry?.owner !== undefined && !isOwn && entry.until > now) return attempts > 0 ? "busy" : response === undefined ? "done" : { response };
      const claimed = { owner, attempts: isOwn ? attempts : attempts + 1 };
      write(key, { owner, attempts: claimed.attempts, until: now + leaseMs, response: undefined });
      return claimed;
    },
    renew: (key, owner, leaseMs) => isHeld(key, owner) && write(key, { owner, attempts: find(key)!.attempts, until: performance.now() + leaseMs }),
    settle(key, owner, ttlSeconds, response) {
      if (!maySettle(key, owner)) return false;
      const until = performance.now() + ttlSeconds * 1000;
      let entry = entries.get(key);
      if (entry?.owner === owner) {
        entry.attempts = 0;
        entry.until = until;
        entry.response = response;
      } else write(key, (entry = { owner, attempts: 0, until, response }));
      if (response) boundResponses(entry);
      return true;
    },
    release(key, owner, attempts = 0) {
      if (!maySettle(key, owner) || isDoneBy(key, owner)) return false;
      if (attempts > 0) return write(key, { attempts, until: 0 });
      entries.delete(key);
      older?.delete(key);
      return true;
    },
  };
}
