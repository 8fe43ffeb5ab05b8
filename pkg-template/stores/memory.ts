// Claims, turns and sessions in the memory of one isolate or process, a bounded number of them.
import { integerFrom, option } from "../options/parse.js";
import { CLAIM_CAPACITY } from "../policy.js";
import type { Claimed, ClaimStore, SessionStore } from "../updates/claims.js";
import { Places } from "../updates/places.js";

interface Entry {
  /** Nobody once the update was handled. */
  readonly owner: string | undefined;
  /** By `performance.now()`. */
  readonly until: number;
}

interface Session {
  readonly text: string;
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

/** The claims of {@link memoryStore}, without an order among those that wait. */
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

/**
 * Stores claims, turns and sessions in memory. Exact within one isolate or process. Others do not see them, and they are lost
 * when the process ends. The oldest ones are forgotten first.
 *
 * @param capacity - The smallest number of keys that are remembered, about 150 bytes each, and at most twice as many. Also the
 * largest number of sessions. Default 10,000.
 * @throws ValidationError if `capacity` is not 1 or more.
 */
export function memoryStore(capacity: number = CLAIM_CAPACITY): SessionStore {
  option("memoryStore", "capacity", capacity, integerFrom(1));
  const { ownerOf, ...claims } = memoryClaims(capacity);
  const places = new Places();
  /** In the order in which they were written last. */
  const sessions = new Map<string, Session>();
  const changeSession = (key: string, owner: string, session?: Session): boolean => {
    if (ownerOf(key) !== owner) return false;
    sessions.delete(key);
    if (session) sessions.set(key, session);
    if (sessions.size > capacity) sessions.delete(sessions.keys().next().value!);
    return true;
  };
  return {
    ...claims,
    claim(key, leaseMs, place) {
      if (place !== undefined && !places.isFirst(key, place, performance.now())) return "busy";
      const claimed = claims.claim(key, leaseMs);
      if (place !== undefined && claimed !== "busy") places.remove(key, place);
      return claimed;
    },
    read(key) {
      const session = sessions.get(key);
      return session && session.until > performance.now() ? session.text : undefined;
    },
    write: (key, text, ttlSeconds = Infinity, owner) => changeSession(key, owner, { text, until: performance.now() + ttlSeconds * 1000 }),
    delete: (key, owner) => changeSession(key, owner),
  };
}
