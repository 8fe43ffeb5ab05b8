// Claims in Workers KV: beyond one isolate, and only eventually consistent.
import { MIN_KV_SECONDS } from "../policy.js";
import type { ClaimStore } from "../updates/claims.js";
import { bound } from "./binding.js";
import { memoryStore } from "./memory.js";

/** What is used of a `KVNamespace`. */
export interface KvLike {
  get(key: string): Promise<string | null>;
  put(key: string, value: string, options: { expirationTtl: number }): Promise<void>;
}

/** A memory store in front of each namespace, by the namespace: handlers get the binding anew with every request. */
const nearby = new WeakMap<object, Map<string, ClaimStore>>();

/**
 * Claims in Workers KV. It is eventually consistent: a write is seen elsewhere after up to 60 s, and that a key was
 * missing is cached for as long. So it finds most repeated deliveries and not all, and two isolates that get the same
 * update at once both handle it; within one isolate claims are exact. Use Durable Objects where they must be exact.
 *
 * Nothing is written before the handler is done, since KV takes one write a second for a key: an update whose handler
 * throws is not lost.
 *
 * ```ts
 * createWebhookHandler<Env>({ …, store: (env) => workersKvStore(env.UPDATES) }, handler);
 * ```
 *
 * @param prefix - What keys start with, for a namespace of several bots. Default `"update:"`.
 * @throws ValidationError if it is no namespace, such as a binding that is missing.
 */
export function workersKvStore(kv: KvLike, prefix = "update:"): ClaimStore {
  bound("workersKvStore", kv, ["get", "put"]);
  const prefixes = nearby.get(kv) ?? new Map<string, ClaimStore>();
  nearby.set(kv, prefixes);
  // By prefix too: bots that share a namespace have updates of the same identifiers.
  const inIsolate = prefixes.get(prefix) ?? memoryStore();
  prefixes.set(prefix, inIsolate);
  return {
    async claim(id, ttlSeconds) {
      if (!(await inIsolate.claim(id, ttlSeconds))) return false;
      try {
        if ((await kv.get(prefix + id)) === null) return true;
      } catch (error) {
        await inIsolate.release(id);
        throw error;
      }
      await inIsolate.settle?.(id, ttlSeconds);
      return false;
    },
    release: (id) => inIsolate.release(id),
    async settle(id, ttlSeconds) {
      await inIsolate.settle?.(id, ttlSeconds);
      await kv.put(prefix + id, "1", { expirationTtl: Math.max(MIN_KV_SECONDS, Math.ceil(ttlSeconds)) });
    },
  };
}
