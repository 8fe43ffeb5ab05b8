// Claims, turns and sessions in Deno KV: exact, by its atomic operations.
import { PLACE_MS } from "../policy.js";
import type { Commit, SessionStore } from "../updates/claims.js";
import { REMEMBERED_MS } from "./answer.js";
import { bound } from "./binding.js";
import { Places } from "../updates/places.js";
import { retryConflicts } from "./retry-conflicts.js";

interface KvEntry {
  readonly value: unknown;
  readonly versionstamp: string | null;
}

interface AtomicLike {
  check(...checks: { key: string[]; versionstamp: string | null }[]): AtomicLike;
  set(key: string[], value: unknown, options?: { expireIn: number } | undefined): AtomicLike;
  delete(key: string[]): AtomicLike;
  commit(): Promise<{ ok: boolean }>;
}

/** The part of a `Deno.Kv` that this package uses. */
export interface DenoKvLike {
  get(key: string[]): Promise<KvEntry>;
  atomic(): AtomicLike;
}

/** The entry of a key that an owner holds, or of an update that was handled. */
interface Entry {
  readonly owner: string;
  /** The lease, or how long the update is remembered. */
  readonly ms: number;
  readonly done?: true;
  readonly response?: string | undefined;
}

/** The number of watched entries from which old ones are dropped. */
const MOST_WATCHED = 1000;

/** Returns a function that returns whether a version of an entry has been seen here for a time. */
function watch(): (key: string, versionstamp: string, ms: number) => boolean {
  /** The first time at which each version was seen. */
  const watched = new Map<string, { readonly versionstamp: string; readonly since: number }>();
  return (key, versionstamp, ms) => {
    const now = performance.now();
    const seen = watched.get(key);
    if (seen?.versionstamp === versionstamp) return now - seen.since >= ms;
    if (watched.size >= MOST_WATCHED) watched.clear();
    watched.set(key, { versionstamp, since: now });
    return false;
  };
}

const wholeMs = (seconds: number): number => Math.max(1, Math.round(seconds * 1000));
const isHeldBy = (entry: Entry | undefined, owner: string): boolean => entry?.owner === owner && !entry.done;

/**
 * Stores claims, turns of `inOrder` and sessions of up to 64 KiB in Deno KV. Exact across isolates and regions. Entries expire
 * automatically.
 *
 * ```ts
 * createWebhookHandler({ baseUrl, token, path, store: denoKvStore(await Deno.openKv()) }, handler);
 * ```
 *
 * Deno KV has no clock. A lease ends when the isolate that waits for it has seen its entry unchanged for the time of the lease,
 * or when Deno KV has deleted the entry. Clocks of machines are never compared. After a crash, each isolate that receives the
 * update measures this time itself, so each may refuse the update once. A session with `ttlSeconds` ends in the same way: it is
 * never forgotten early, but Deno KV may delete it later.
 *
 * @throws ValidationError if `kv` is not a `Deno.Kv`.
 */
export function denoKvStore(kv: DenoKvLike): SessionStore {
  bound("denoKvStore", kv, ["get", "atomic"]);
  const places = new Places();
  const [hasEnded, hasExpired] = [watch(), watch()];
  const path = (key: string, ...kind: string[]): string[] => ["botwire", key, ...kind];
  // An entry of its own: they outlive the claim, which Deno KV deletes soon after its lease.
  const attemptsPath = (key: string): string[] => path(key, "attempts");
  const sessionPath = (key: string): string[] => path(key, "session");
  const get = (path: string[]): Promise<KvEntry> => retryConflicts(() => kv.get(path));
  const read = async (key: string): Promise<{ entry: Entry | undefined; versionstamp: string | null }> => {
    const { value, versionstamp } = await get(path(key));
    return { entry: versionstamp === null ? undefined : (Object(value) as Entry), versionstamp };
  };
  /** Runs an atomic operation. Returns false if a checked entry was written since it was read. */
  const run = async (act: (atomic: AtomicLike) => AtomicLike): Promise<boolean> => (await retryConflicts(() => act(kv.atomic()).commit())).ok;
  /** Changes a key unless it has another owner or was settled. Reads it again if its lease is being renewed at the same time. */
  const change = async (key: string, owner: string, ifAbsent: boolean, act: (atomic: AtomicLike) => AtomicLike): Promise<boolean> => {
    for (;;) {
      const { entry, versionstamp } = await read(key);
      if (!isHeldBy(entry, owner)) return entry === undefined && ifAbsent;
      if (await run((atomic) => act(atomic.check({ key: path(key), versionstamp })))) return true;
    }
  };
  const commit = async ({ done, sessions }: Commit): Promise<boolean> => {
    for (;;) {
      const keys = [...sessions, ...(done ? [done] : [])].map(({ key }) => key);
      const entries = await Promise.all(keys.map(read));
      const update = done && entries.at(-1)!.entry;
      if (update && update.owner !== done!.owner) return false;
      if (update?.done) return true;
      if (!sessions.every(({ owner }, index) => isHeldBy(entries[index]!.entry, owner))) return false;
      const isCommitted = await run((atomic) => {
        atomic.check(...entries.map(({ versionstamp }, index) => ({ key: path(keys[index]!), versionstamp })));
        for (const { key, text, ttlSeconds } of sessions) {
          const ms = ttlSeconds === undefined ? undefined : wholeMs(ttlSeconds);
          // As UTF-8: one letter beyond Latin-1 would double the size of a String, and a value has at most 64 KiB.
          if (text === undefined) atomic.delete(sessionPath(key));
          else atomic.set(sessionPath(key), { text: new TextEncoder().encode(text), ms }, ms === undefined ? undefined : { expireIn: ms });
        }
        if (!done) return atomic;
        const ms = wholeMs(done.ttlSeconds);
        const entry: Entry = { owner: done.owner, ms, done: true, response: done.response };
        return atomic.set(path(done.key), entry, { expireIn: ms }).delete(attemptsPath(done.key));
      });
      if (isCommitted) return true;
    }
  };
  return {
    name: "denoKvStore",
    async claim(key, leaseMs, place, owner = crypto.randomUUID()) {
      const [{ entry, versionstamp }, counted] = await Promise.all([read(key), place === undefined ? get(attemptsPath(key)) : undefined]);
      const isOwn = isHeldBy(entry, owner);
      const isLive = entry !== undefined && !hasEnded(key, versionstamp!, entry.ms);
      if (isLive && entry.done) return entry.response === undefined ? "done" : { response: entry.response };
      const isFirst = isOwn || place === undefined || places.isFirst(key, place, performance.now());
      if (!isFirst || (isLive && !isOwn)) return "busy";
      const attempts = Number(counted?.value ?? 0) + (isOwn ? 0 : 1);
      const isClaimed = await run((atomic) => {
        atomic.check({ key: path(key), versionstamp }).set(path(key), { owner, ms: leaseMs }, { expireIn: leaseMs + PLACE_MS });
        return counted ? atomic.set(attemptsPath(key), attempts, { expireIn: leaseMs + REMEMBERED_MS }) : atomic;
      });
      if (!isClaimed) return "busy";
      if (place !== undefined) places.remove(key, place);
      return { owner, attempts: attempts || 1 };
    },
    renew: (key, owner, ms) => change(key, owner, false, (atomic) => atomic.set(path(key), { owner, ms }, { expireIn: ms + PLACE_MS })),
    settle: (key, owner, ttlSeconds, response) => commit({ done: { key, owner, ttlSeconds, response }, sessions: [] }),
    release: (key, owner, attempts = 0) =>
      change(key, owner, true, (atomic) => {
        atomic.delete(path(key));
        return attempts > 0 ? atomic.set(attemptsPath(key), attempts, { expireIn: REMEMBERED_MS }) : atomic.delete(attemptsPath(key));
      }),
    async read(key) {
      const { value, versionstamp } = await get(sessionPath(key));
      const { text, ms } = Object(value) as { text?: Uint8Array; ms?: number };
      return text && (ms === undefined || !hasExpired(key, versionstamp!, ms)) ? new TextDecoder().decode(text) : undefined;
    },
    write: (key, text, ttlSeconds, owner) => commit({ sessions: [{ key, owner, text, ttlSeconds }] }),
    delete: (key, owner) => commit({ sessions: [{ key, owner, text: undefined, ttlSeconds: undefined }] }),
    commit,
  };
}
