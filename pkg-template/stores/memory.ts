// Claims, turns and sessions in the memory of one isolate or process, a bounded number of them.
import { integerFrom, option } from "../options/parse.js";
import { CLAIM_CAPACITY } from "../policy.js";
import type { SessionStore } from "../updates/claims.js";
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
  // Two generations: deleting the oldest key of a Map is slow after many deletions, which each claim of a full store would pay for.
  let entries = new Map<string, Entry>();
  let older: typeof entries | undefined;
  const places = new Places();
  /** In the order in which they were written last. */
  const sessions = new Map<string, Session>();
  const find = (key: string): Entry | undefined => entries.get(key) ?? older?.get(key);
  const isOwner = (key: string, owner: string): boolean => (find(key) ?? { owner }).owner === owner;
  const write = (key: string, owner: string | undefined, durationMs: number): void => {
    entries.set(key, { owner, until: performance.now() + durationMs });
    if (entries.size < capacity) return;
    older = entries;
    entries = new Map();
  };
  const changeSession = (key: string, owner: string, session?: Session): boolean => {
    if (find(key)?.owner !== owner) return false;
    sessions.delete(key);
    if (session) sessions.set(key, session);
    if (sessions.size > capacity) sessions.delete(sessions.keys().next().value!);
    return true;
  };
  return {
    claim(key, leaseMs, place) {
      const now = performance.now();
      const entry = find(key);
      const isHeld = entry !== undefined && entry.until > now;
      if (isHeld && entry.owner === undefined) return "done";
      const isFirst = place === undefined || places.isFirst(key, place, now);
      if (isHeld || !isFirst) return "busy";
      if (place !== undefined) places.remove(key, place);
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
    read(key) {
      const session = sessions.get(key);
      return session && session.until > performance.now() ? session.text : undefined;
    },
    write: (key, text, ttlSeconds = Infinity, owner) => changeSession(key, owner, { text, until: performance.now() + ttlSeconds * 1000 }),
    delete: (key, owner) => changeSession(key, owner),
  };
}
