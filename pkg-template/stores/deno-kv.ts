// Claims in Deno KV: exact, by its atomic operations.
import { LEASE_MS } from "../policy.js";
import type { ClaimStore } from "../updates/claims.js";
import { bound } from "./binding.js";

interface KvEntry {
  readonly value: unknown;
  readonly versionstamp: string | null;
}

interface AtomicLike {
  check(...checks: { key: string[]; versionstamp: string | null }[]): AtomicLike;
  set(key: string[], value: unknown, options: { expireIn: number }): AtomicLike;
  commit(): Promise<{ ok: boolean }>;
}

/** What is used of a `Deno.Kv`. */
export interface DenoKvLike {
  get(key: string[]): Promise<KvEntry>;
  set(key: string[], value: unknown, options: { expireIn: number }): Promise<unknown>;
  delete(key: string[]): Promise<void>;
  atomic(): AtomicLike;
}

/** Between two reads of an update that another isolate has in flight. */
const LOOK_MS = 200;
/** How many times an operation is tried: a database in a file throws while another process writes to it. */
const TRIES = 20;
/** After the first try, at most; after the next one twice that, and so on: some 5 s in all. */
const LOCKED_MS = 50;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function retryWhileLocked<T>(write: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await write();
    } catch (error) {
      if (tries === TRIES) throw error;
      await sleep(Math.random() * LOCKED_MS * tries);
    }
  }
}

/**
 * Claims in Deno KV, exact across isolates and regions. They expire by themselves.
 *
 * ```ts
 * createWebhookHandler({ …, store: denoKvStore(await Deno.openKv()) }, handler);
 * ```
 *
 * @param prefix - What keys start with, for a database of several bots. Default `["botwire", "update"]`.
 */
export function denoKvStore(kv: DenoKvLike, prefix: readonly string[] = ["botwire", "update"]): ClaimStore {
  bound("denoKvStore", kv, ["get", "set", "delete", "atomic"]);
  const keyOf = (id: number): string[] => [...prefix, String(id)];
  return {
    async claim(id) {
      const key = keyOf(id);
      for (;;) {
        const { value, versionstamp } = await retryWhileLocked(() => kv.get(key));
        // Deno may return an expired entry for a while.
        const { until = 0, isDone = false } = Object(value) as { until?: number; isDone?: boolean };
        if (until <= Date.now()) {
          const inFlight = { until: Date.now() + LEASE_MS, isDone: false };
          const claiming = kv.atomic().check({ key, versionstamp }).set(key, inFlight, { expireIn: LEASE_MS });
          const { ok } = await retryWhileLocked(() => claiming.commit());
          if (ok) return true;
        } else if (isDone) {
          return false;
        } else {
          await sleep(LOOK_MS);
        }
      }
    },
    release: (id) => retryWhileLocked(() => kv.delete(keyOf(id))),
    async settle(id, ttlSeconds) {
      const expireIn = ttlSeconds * 1000;
      await retryWhileLocked(() => kv.set(keyOf(id), { until: Date.now() + expireIn, isDone: true }, { expireIn }));
    },
  };
}
