// Claims and order across isolates by Durable Objects: what a worker uses, and the classes that wrangler binds.
import { option, parseOptions } from "../options/parse.js";
import type { ClaimStore } from "../updates/claims.js";
import { CONTEXT, type SharedContext, type UpdateHandler } from "../updates/context.js";
import { chatIdOf } from "../updates/origin.js";
import { bound } from "./binding.js";

export { ChatTurns } from "./chat-turns.js";
export { UpdateClaims } from "./update-claims.js";

/** What is used of a `DurableObjectNamespace`. */
export interface NamespaceLike {
  idFromName(name: string): any;
  get(id: any): { fetch(url: string, init?: { method: string }): Promise<{ readonly ok: boolean; text(): Promise<string> }> };
}

/** Options of {@link durableObjectStore}. */
export interface DurableObjectStoreOptions {
  /** Objects that share the work. One does for some hundred updates a second. Default 1. */
  shards?: number | undefined;
  /** What objects are called, for a namespace of several bots. Default `"updates"`. */
  name?: string | undefined;
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;

/** Asks an object; the host is never looked up. */
async function ask(namespace: NamespaceLike, name: string, question: string): Promise<string> {
  const object = namespace.get(namespace.idFromName(name));
  const answer = await object.fetch(`https://durable.invalid/${question}`, { method: "POST" });
  if (!answer.ok) throw new Error(`the Durable Object ${name} failed: ${(await answer.text()).slice(0, 200)}`);
  return answer.text();
}

/**
 * Claims in Durable Objects, exact across all isolates.
 *
 * ```ts
 * export { UpdateClaims } from "botwire/stores/durable-object";
 * export default {
 *   fetch: createWebhookHandler<Env>({ …, store: (env) => durableObjectStore(env.CLAIMS) }, handler),
 * };
 * ```
 *
 * In wrangler.toml: a binding `{ name = "CLAIMS", class_name = "UpdateClaims" }` under `[durable_objects]`, and the
 * class among the `new_sqlite_classes` (or `new_classes`) of a migration.
 *
 * @throws ValidationError if it is no namespace, such as a binding that is missing.
 */
export function durableObjectStore(namespace: NamespaceLike, options: DurableObjectStoreOptions = {}): ClaimStore {
  bound("durableObjectStore", namespace, ["get", "idFromName"]);
  const { shards = 1, name = "updates" } = parseOptions("durableObjectStore", options, (given): DurableObjectStoreOptions => {
    option<number>("durableObjectStore", "shards", given["shards"], ["an Integer of 1 or more", isCount]);
    return { ...given };
  });
  const askAbout = (id: number, question: string): Promise<string> =>
    ask(namespace, `${name}-${Math.abs(id) % shards}`, `${question}?id=${id}`);
  return {
    claim: async (id) => (await askAbout(id, "claim")) === "true",
    release: async (id) => void (await askAbout(id, "release")),
    settle: async (id, ttlSeconds) => void (await askAbout(id, `settle/${ttlSeconds * 1000}`)),
  };
}

/**
 * Makes a handler that handles updates of a chat one at a time, across all isolates; of those that wait, the lowest
 * `update_id` first. What belongs to no chat waits for what its user did.
 *
 * ```ts
 * export { ChatTurns } from "botwire/stores/durable-object";
 * createWebhookHandler<Env>(options, inChatOrder((env) => env.TURNS, handler));
 * ```
 *
 * The wait counts towards `deadlineMs`: after that the update is answered 200 and handled when its turn comes. A turn
 * lasts until the call of a handler that was late is answered, and ends after 60 s in any case.
 *
 * @param namespaceOf - Gives the binding of the class.
 * @param name - What objects are called, for a namespace of several bots. Default `"chat"`.
 */
export function inChatOrder<Env, Extra = unknown>(
  namespaceOf: (env: Env) => NamespaceLike,
  handler: UpdateHandler<Env, Extra>,
  name = "chat",
): UpdateHandler<Env, Extra> {
  return async (update, context) => {
    const namespace = bound("inChatOrder", namespaceOf(context.env), ["get", "idFromName"]);
    const object = `${name}-${chatIdOf(update) ?? "none"}`;
    const turn = await ask(namespace, object, `enter?id=${update.update_id}`);
    try {
      return await handler(update, context);
    } finally {
      // After the call of a handler that was late, which has its place in the order too.
      const shared = (context as { [CONTEXT]?: SharedContext })[CONTEXT]?.();
      context.waitUntil((async () => (await shared?.working, ask(namespace, object, `leave?id=${turn}`)))());
    }
  };
}
