// Claims, turns and sessions across isolates by Durable Objects: the store for a worker, and the class that wrangler binds.
import { checkedOptions, integerFrom } from "../options/parse.js";
import type { Commit, SessionStore } from "../updates/claims.js";
import { claimedFrom } from "./answer.js";
import { bound } from "./binding.js";

export { UpdateClaims } from "./update-claims.js";

/** The part of a `DurableObjectNamespace` that this package uses. */
export interface NamespaceLike {
  idFromName(name: string): any;
  get(id: any): { fetch(url: string, init?: { method: string; body?: string }): Promise<{ readonly ok: boolean; text(): Promise<string> }> };
}

/**
 * Options of {@link durableObjectStore}.
 *
 * @example
 * ```ts
 * const store = durableObjectStore(env.CLAIMS, { shards: 16 });
 * ```
 */
export interface DurableObjectStoreOptions {
  /**
   * The number of objects that share the claims of updates. One object handles some hundred updates per second. Default 1: one
   * object stores claims, turns and sessions, and changes sessions together with their update. With more, each key of a turn or
   * a session has its own object, and sessions are written before their update is marked as handled.
   */
  shards?: number | undefined;
}

const OWNER = "durableObjectStore";

/** Asks an object. The host is never resolved. */
async function ask(namespace: NamespaceLike, name: string, question: string, parameters: Record<string, string | number | undefined>, text?: string): Promise<string> {
  const object = namespace.get(namespace.idFromName(name));
  const query = new URLSearchParams();
  for (const [parameter, value] of Object.entries(parameters)) if (value !== undefined) query.set(parameter, String(value));
  const answer = await object.fetch(`https://durable.invalid/${question}?${query}`, { method: "POST", ...(text !== undefined && { body: text }) });
  if (!answer.ok) throw new Error(`the Durable Object ${name} failed: ${(await answer.text()).slice(0, 200)}`);
  return answer.text();
}

/** Returns whether the key belongs to a turn or a session, and not to an update. */
const isOfOneKey = (key: string): boolean => /^[^:]*:(turn|session):/.test(key);

/** Spreads keys evenly. */
function hash(key: string): number {
  let sum = 0;
  for (let index = 0; index < key.length; index++) sum = (Math.imul(sum, 31) + key.charCodeAt(index)) | 0;
  return sum >>> 0;
}

/**
 * Stores claims, turns of `inOrder` and sessions in Durable Objects. Exact across all isolates.
 *
 * ```ts
 * export { UpdateClaims } from "botwire/stores/durable-object";
 * export default {
 *   fetch: createWebhookHandler((env: Env) => ({ baseUrl, token, path, store: durableObjectStore(env.CLAIMS) }), handler),
 * };
 * ```
 *
 * `wrangler.toml` needs a binding `{ name = "CLAIMS", class_name = "UpdateClaims" }` under `[durable_objects]`, and a migration
 * with the class in `new_sqlite_classes` (or `new_classes`).
 *
 * @throws ValidationError if `namespace` is not a namespace, for example because the binding is missing.
 */
export function durableObjectStore(namespace: NamespaceLike, options: DurableObjectStoreOptions = {}): SessionStore {
  bound(OWNER, namespace, ["get", "idFromName"]);
  const { shards = 1 } = checkedOptions<DurableObjectStoreOptions>(OWNER, options, { shards: integerFrom(1) });
  const askAbout = (key: string, question: string, parameters: Record<string, string | number | undefined>, text?: string): Promise<string> =>
    ask(namespace, shards > 1 && isOfOneKey(key) ? key : `updates-${hash(key) % shards}`, question, parameters, text);
  const change = async (key: string, question: string, parameters: Record<string, string | number | undefined>, text?: string): Promise<boolean> =>
    (await askAbout(key, question, { key, ...parameters }, text)) === "true";
  const inMs = (seconds: number | undefined): number | undefined => seconds && Math.round(seconds * 1000);
  const commit = async ({ done, sessions }: Commit): Promise<boolean> => {
    const changes = {
      done: done && { key: done.key, owner: done.owner, ms: inMs(done.ttlSeconds), response: done.response },
      sessions: sessions.map(({ key, owner, text, ttlSeconds }) => ({ key, owner, text, ms: inMs(ttlSeconds) })),
    };
    return change("", "commit", {}, JSON.stringify(changes));
  };
  return {
    name: OWNER,
    claim: async (key, leaseMs, place, owner = crypto.randomUUID()) => claimedFrom(await askAbout(key, "claim", { key, owner, ms: leaseMs, place }), owner),
    renew: (key, owner, leaseMs) => change(key, "renew", { owner, ms: leaseMs }),
    settle: (key, owner, ttlSeconds, response) => change(key, "settle", { owner, ms: inMs(ttlSeconds) }, response),
    release: (key, owner, attempts) => change(key, "release", { owner, attempts }),
    read: async (key) => (await askAbout(key, "read", { key })) || undefined,
    write: (key, text, ttlSeconds, owner) => change(key, "write", { owner, ms: inMs(ttlSeconds) }, text),
    // An empty text means no session.
    delete: (key, owner) => change(key, "write", { owner }, ""),
    ...(shards === 1 && { commit }),
  };
}
