// Claims, turns and sessions in Deno KV: exact, by its atomic operations.
import { PLACE_MS } from "../policy.js";
import type { SessionStore } from "../updates/claims.js";
import { bound } from "./binding.js";
import { Places } from "../updates/places.js";
import { retryWhileLocked } from "./retry-while-locked.js";

interface KvEntry {
  readonly value: unknown;
  readonly versionstamp: string | null;
}

interface AtomicLike {
  check(...checks: { key: string[]; versionstamp: string | null }[]): AtomicLike;
  set(key: string[], value: unknown, options?: { expireIn: number }): AtomicLike;
  delete(key: string[]): AtomicLike;
  commit(): Promise<{ ok: boolean }>;
}

/** The part of a `Deno.Kv` that this package uses. */
export interface DenoKvLike {
  get(key: string[]): Promise<KvEntry>;
  atomic(): AtomicLike;
}

/** The entry of a key. */
interface Entry {
  /** Absent once the update was handled. */
  readonly owner?: string;
  readonly leaseMs?: number;
}

/** The number of watched keys of other owners from which old ones are dropped. */
const MOST_WATCHED = 1000;

/**
 * Stores claims, turns of `inOrder` and sessions of up to 64 KiB in Deno KV. Exact across isolates and regions. Entries expire
 * automatically.
 *
 * ```ts
 * createWebhookHandler({ …, store: denoKvStore(await Deno.openKv()) }, handler);
 * ```
 *
 * Deno KV has no clock. A lease ends when the isolate that waits for it has seen its entry unchanged for the time of the lease,
 * or when Deno KV has deleted the entry. Clocks of machines are never compared. After a crash, each isolate that receives the
 * update measures this time itself, so each may refuse the update once.
 *
 * @throws ValidationError if `kv` is not a `Deno.Kv`.
 */
export function denoKvStore(kv: DenoKvLike): SessionStore {
  bound("denoKvStore", kv, ["get", "atomic"]);
  const places = new Places();
  /** The first time at which each version of a busy key was seen here. */
  const watched = new Map<string, { readonly versionstamp: string; readonly since: number }>();
  const path = (key: string): string[] => ["botwire", key];
  const read = async (key: string): Promise<{ entry: Entry | undefined; versionstamp: string | null }> => {
    const { value, versionstamp } = await retryWhileLocked(() => kv.get(path(key)));
    return { entry: versionstamp === null ? undefined : (Object(value) as Entry), versionstamp };
  };
  /** Writes an entry, or deletes it for `undefined`, unless it was written since it was read. */
  const write = async (key: string, versionstamp: string | null, entry: Entry | undefined, expireIn: number): Promise<boolean> => {
    const { ok } = await retryWhileLocked(() => {
      const checked = kv.atomic().check({ key: path(key), versionstamp });
      return (entry ? checked.set(path(key), entry, { expireIn }) : checked.delete(path(key))).commit();
    });
    return ok;
  };
  const hasEnded = (key: string, versionstamp: string, leaseMs: number): boolean => {
    const now = performance.now();
    const seen = watched.get(key);
    if (seen?.versionstamp === versionstamp) return now - seen.since >= leaseMs;
    if (watched.size >= MOST_WATCHED) watched.clear();
    watched.set(key, { versionstamp, since: now });
    return false;
  };
  /** Changes a key of an owner. Reads it again if its lease is being renewed at the same time. */
  const change = async (key: string, owner: string, next: Entry | undefined, expireIn: number): Promise<boolean> => {
    for (;;) {
      const { entry, versionstamp } = await read(key);
      if (entry ? entry.owner !== owner : next?.owner !== undefined) return false;
      if (await write(key, versionstamp, next, expireIn)) return true;
    }
  };
  /** Changes a session while this owner holds its key. */
  const changeSession = async (key: string, owner: string, act: (atomic: AtomicLike) => AtomicLike): Promise<boolean> => {
    for (;;) {
      const { entry, versionstamp } = await read(key);
      if (entry?.owner !== owner) return false;
      const { ok } = await retryWhileLocked(() => act(kv.atomic().check({ key: path(key), versionstamp })).commit());
      if (ok) return true;
    }
  };
  const sessionPath = (key: string): string[] => ["botwire", key, "session"];
  return {
    name: "denoKvStore",
    async claim(key, leaseMs, place) {
      const { entry, versionstamp } = await read(key);
      if (entry && entry.owner === undefined) return "done";
      const isHeld = entry !== undefined && !hasEnded(key, versionstamp!, entry.leaseMs ?? leaseMs);
      const isFirst = place === undefined || places.isFirst(key, place, performance.now());
      if (isHeld || !isFirst) return "busy";
      const owner = crypto.randomUUID();
      if (!(await write(key, versionstamp, { owner, leaseMs }, leaseMs + PLACE_MS))) return "busy";
      watched.delete(key);
      if (place !== undefined) places.remove(key, place);
      return { owner };
    },
    renew: (key, owner, leaseMs) => change(key, owner, { owner, leaseMs }, leaseMs + PLACE_MS),
    settle: (key, owner, ttlSeconds) => change(key, owner, {}, ttlSeconds * 1000),
    release: (key, owner) => change(key, owner, undefined, 0),
    async read(key) {
      const { value } = await retryWhileLocked(() => kv.get(sessionPath(key)));
      const { text, until = Infinity } = Object(value) as { text?: Uint8Array; until?: number };
      // Deno KV may delete expired entries late.
      return text && until > Date.now() ? new TextDecoder().decode(text) : undefined;
    },
    write(key, written, ttlSeconds, owner) {
      // As UTF-8: one letter beyond Latin-1 would double the size of a String, and a value has at most 64 KiB.
      const text = new TextEncoder().encode(written);
      if (ttlSeconds === undefined) return changeSession(key, owner, (atomic) => atomic.set(sessionPath(key), { text }));
      const expireIn = Math.max(1, Math.round(ttlSeconds * 1000));
      return changeSession(key, owner, (atomic) => atomic.set(sessionPath(key), { text, until: Date.now() + expireIn }, { expireIn }));
    },
    delete: (key, owner) => changeSession(key, owner, (atomic) => atomic.delete(sessionPath(key))),
  };
}
