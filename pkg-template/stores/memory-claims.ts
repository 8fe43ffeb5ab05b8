// Claims in the memory of one isolate or process, a bounded number of them.
import { CLAIM_CAPACITY, RESPONSES_IN_MEMORY } from "../policy.js";
import type { Claimed, ClaimStore } from "../updates/claims.js";
import { twoGenerations } from "./two-generations.js";

interface Entry {
  /** Absent once the key was released. */
  readonly owner?: string;
  /** By `performance.now()`. */
  readonly until: number;
  /** How often the key was claimed. 0 once the update was handled. */
  readonly attempts: number;
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
  const entries = twoGenerations<Entry>(capacity);
  /** Returns the attempts of a key, or -1 if it has another owner or none. */
  const attemptsBy = (key: string, owner: string): number => {
    const entry = entries.get(key);
    return entry?.owner === owner ? entry.attempts : -1;
  };
  const isHeld = (key: string, owner: string): boolean => attemptsBy(key, owner) > 0;
  const isDoneBy = (key: string, owner: string): boolean => attemptsBy(key, owner) === 0;
  const maySettle = (key: string, owner: string): boolean => (entries.get(key)?.owner ?? owner) === owner;
  // The entries with responses, in two generations too, bounded by their length.
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
  return {
    isHeld,
    isDoneBy,
    maySettle,
    claim(key, leaseMs, _place, owner = crypto.randomUUID()) {
      const entry = entries.get(key);
      const { attempts = 0, response }: Partial<Entry> = entry ?? {};
      const now = performance.now();
      const isOwn = attempts > 0 && entry!.owner === owner;
      if (entry?.owner !== undefined && !isOwn && entry.until > now) return attempts > 0 ? "busy" : response === undefined ? "done" : { response };
      const claimed = { owner, attempts: isOwn ? attempts : attempts + 1 };
      entries.set(key, { owner, attempts: claimed.attempts, until: now + leaseMs });
      return claimed;
    },
    renew: (key, owner, leaseMs) => isHeld(key, owner) && entries.set(key, { owner, attempts: attemptsBy(key, owner), until: performance.now() + leaseMs }),
    settle(key, owner, ttlSeconds, response) {
      if (!maySettle(key, owner)) return false;
      const entry = { owner, attempts: 0, until: performance.now() + ttlSeconds * 1000, response };
      if (response) boundResponses(entry);
      return entries.set(key, entry);
    },
    release(key, owner, attempts = 0) {
      if (!maySettle(key, owner) || isDoneBy(key, owner)) return false;
      // Not deleted: the turn of a chat is claimed and released for each of its updates.
      return entries.set(key, { attempts, until: 0 });
    },
  };
}
