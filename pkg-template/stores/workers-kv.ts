// Claims and sessions in Workers KV: beyond one isolate, and only eventually consistent.
import { MIN_KV_SECONDS } from "../policy.js";
import type { SessionStore } from "../updates/claims.js";
import { bound } from "./binding.js";
import { memoryStore } from "./memory.js";

/** The part of a `KVNamespace` that this package uses. */
export interface KvLike {
  get(key: string): Promise<string | null>;
  put(key: string, value: string, options?: { expirationTtl: number }): Promise<void>;
  delete(key: string): Promise<void>;
}

const OWNER = "workersKvStore";
const ttlOf = (seconds: number): { expirationTtl: number } => ({ expirationTtl: Math.max(MIN_KV_SECONDS, Math.ceil(seconds)) });

/** A memory store in front of each namespace, because handlers get the binding anew with every request. */
const nearby = new WeakMap<object, SessionStore>();

/**
 * Stores claims and sessions in Workers KV, which is eventually consistent. Other locations see a write after up to 60 s, and
 * they remember for as long that a key was missing. The store therefore finds most repeated deliveries, but not all: two
 * isolates that receive the same update at the same time both handle it. Within one isolate, claims are exact. Updates are not
 * ordered across isolates. Use Durable Objects if claims must be exact.
 *
 * The store writes only after the handler has ended, because KV accepts one write per second and key. An update whose handler
 * throws is not lost.
 *
 * A session that another location has written is visible after up to 60 s. If two isolates write a session at the same time,
 * the last write wins.
 *
 * ```ts
 * createWebhookHandler((env: Env) => ({ …, store: workersKvStore(env.UPDATES) }), handler);
 * ```
 *
 * @throws ValidationError if `kv` is not a namespace, for example because the binding is missing.
 */
export function workersKvStore(kv: KvLike): SessionStore {
  bound(OWNER, kv, ["get", "put", "delete"]);
  const memory = nearby.get(kv) ?? memoryStore();
  nearby.set(kv, memory);
  /** How long this isolate remembers an update that another one has handled. */
  const seenElsewhere = MIN_KV_SECONDS;
  return {
    ...memory,
    name: OWNER,
    async claim(key, leaseMs, place) {
      const claimed = await memory.claim(key, leaseMs, place);
      // A turn is never settled.
      if (typeof claimed === "string" || place !== undefined) return claimed;
      try {
        if ((await kv.get(key)) === null) return claimed;
      } catch (error) {
        await memory.release(key, claimed.owner);
        throw error;
      }
      await memory.settle(key, claimed.owner, seenElsewhere);
      return "done";
    },
    async settle(key, owner, ttlSeconds) {
      if (!(await memory.settle(key, owner, ttlSeconds))) return false;
      await kv.put(key, "1", ttlOf(ttlSeconds));
      return true;
    },
    read: (key) => kv.get(key),
    async write(key, text, ttlSeconds, owner) {
      if (!(await memory.delete(key, owner))) return false; // Only its owner may write.
      await (ttlSeconds === undefined ? kv.put(key, text) : kv.put(key, text, ttlOf(ttlSeconds)));
      return true;
    },
    async delete(key, owner) {
      if (!(await memory.delete(key, owner))) return false;
      await kv.delete(key);
      return true;
    },
  };
}
