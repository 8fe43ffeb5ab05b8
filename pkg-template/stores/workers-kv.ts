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
/** The record of an update that was handled, and what begins one with a response. */
const DONE = "1";
const RESPONSE = `${DONE}\n`;
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
 * throws is not lost. Sessions are written first, each by itself, and then the update is marked as handled: if the isolate ends
 * in between, the update comes again although its sessions have changed. Attempts are counted in one isolate.
 *
 * A session that another location has written is visible after up to 60 s. If two isolates write a session at the same time,
 * the last write wins.
 *
 * ```ts
 * createWebhookHandler((env: Env) => ({ baseUrl, token, path, store: workersKvStore(env.UPDATES) }), handler);
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
  // Without `commit`: KV writes one key at a time.
  const { commit: _, ...claims } = memory;
  return {
    ...claims,
    name: OWNER,
    async claim(key, leaseMs, place, owner) {
      const claimed = await memory.claim(key, leaseMs, place, owner);
      // A turn is never settled.
      if (typeof claimed === "string" || "response" in claimed || place !== undefined) return claimed;
      let record: string | null;
      try {
        record = await kv.get(key);
      } catch (error) {
        await memory.release(key, claimed.owner, claimed.attempts! - 1);
        throw error;
      }
      if (record === null) return claimed;
      const response = record.startsWith(RESPONSE) ? record.slice(RESPONSE.length) : undefined;
      await memory.settle(key, claimed.owner, seenElsewhere, response);
      return response === undefined ? "done" : { response };
    },
    async settle(key, owner, ttlSeconds, response) {
      if (!(await memory.settle(key, owner, ttlSeconds, response))) return false;
      await kv.put(key, response === undefined ? DONE : RESPONSE + response, ttlOf(ttlSeconds));
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
