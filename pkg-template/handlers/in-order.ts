// One update at a time for each key, such as a chat.
import { keyOfToken } from "../options/bot-id.js";
import { checkedOptions, FUNCTION, option } from "../options/parse.js";
import { memoryStore } from "../stores/memory.js";
import type { Update } from "../types.js";
import { type ClaimStore, STORE, storeOf } from "../updates/claims.js";
import type { UpdateContext, UpdateHandler } from "../updates/context.js";
import { kindsOf, withKinds } from "../updates/kinds.js";
import { chatIdOf } from "../updates/origin.js";
import { deliveryOf, inTurn, KEY } from "./turns.js";

/** The result of `by`. Updates with a common key are handled one at a time. */
export type OrderKey = string | number | undefined;

/**
 * Options of {@link inOrder}.
 *
 * @example
 * ```ts
 * const ordered = inOrder({ store: memoryStore(), by: (update) => update.message?.from?.id }, handler);
 * ```
 */
export interface InOrderOptions<Env = unknown> {
  /**
   * Returns the key of an update, or several: `chatIdOf`, `userIdOf`, or a function of your own. An update without a key waits
   * for no other. Default: `chatIdOf`.
   */
  by?: ((update: Update, context: UpdateContext<Env>) => OrderKey | readonly OrderKey[]) | undefined;
  /** The store that keeps the order. Default: the memory of this process or isolate. Another store orders across several. */
  store?: ClaimStore | ((env: Env) => ClaimStore) | undefined;
}

const OWNER = "inOrder";

/**
 * Creates a handler that handles one update at a time for each key. If several wait for a key, the one with the lowest
 * `update_id` is next.
 *
 * ```ts
 * createWebhookHandler(options, inOrder({}, handler)); // by chat, in this process
 * createWebhookHandler<Env>(options, inOrder({ by: userIdOf, store: (env) => durableObjectStore(env.CLAIMS) }, handler));
 * ```
 *
 * If an update still waits at the deadline, the response is 503 and the service delivers it again. A turn lasts until the call
 * of a late handler has been answered, for at most 15 minutes. If the process dies, a turn lasts half as long again as the claim
 * of the update: 22.8 s by default. One `inOrder` or `sessions` can be inside another one, but two of an update cannot wait at the
 * same time.
 *
 * @throws ValidationError if an option is invalid or unknown.
 */
export function inOrder<Env = unknown, Extra = unknown>(options: InOrderOptions<Env>, handler: UpdateHandler<Env, Extra>): UpdateHandler<Env, Extra> {
  const handle = option<UpdateHandler<Env, Extra>>(OWNER, "handler", handler ?? null, FUNCTION)!;
  const { by = chatIdOf, store = memoryStore() } = checkedOptions<InOrderOptions<Env>>(OWNER, options, {
    by: FUNCTION,
    store: STORE,
  });
  const ordered: UpdateHandler<Env, Extra> = async (update, context) => {
    const delivery = deliveryOf(OWNER, context);
    const turnStore = storeOf(OWNER, delivery.storeOf(store));
    if (!turnStore) return handle(update, context);
    const bot = keyOfToken(delivery.settings.core.token);
    const keys = keysOf(by(update, context)).map((key) => `${bot}:turn:${key}`);
    return inTurn(OWNER, delivery, turnStore, keys, () => handle(update, context));
  };
  return withKinds(ordered, kindsOf(handle));
}

/** Returns each key once. Sorted, so that no two updates wait for each other. */
function keysOf(found: OrderKey | readonly OrderKey[]): string[] {
  const keys = ([] as OrderKey[]).concat(found ?? []).filter((key) => key !== undefined);
  for (const key of keys) option(OWNER, "by", key, KEY);
  return [...new Set(keys.map(String))].sort();
}
