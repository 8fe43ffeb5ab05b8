// Combines handlers by kind. Each gets the content of the update.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { parseOptions } from "../options/parse.js";
import type { UpdateKind, UpdateKinds } from "../types.js";
import { withKinds } from "./kinds.js";
import type { HandlerResult, Uninferred, UpdateContext, UpdateHandler } from "./context.js";

/**
 * Handlers by kind: `message`, `edited_message`, `callback_query` … Each is called with the object of its kind and a context
 * whose `answer` fits that kind. Kinds that you add to {@link UpdateKinds} work the same way.
 */
export type UpdateHandlers<Env = unknown, Extra = unknown> = {
  [Kind in UpdateKind]?:
    | ((value: UpdateKinds[Kind], context: UpdateContext<Env, Kind> & Extra) => HandlerResult | Promise<HandlerResult>)
    | undefined;
} & {
  /** Handles updates of all other kinds, including those that this version does not know. */
  other?: UpdateHandler<Env, Extra> | undefined;
};

/**
 * Creates one handler from a handler for each kind of update.
 *
 * ```ts
 * createWebhookHandler(options, on({
 *   message: (message) => reply(message, "Hi"),
 *   callback_query: (query, { answer }) => answer({ text: query.data }),
 *   other: (update, { updateKind }) => console.log(updateKind),
 * }));
 * ```
 *
 * To extend the context, see {@link UpdateContext.with}.
 *
 * @throws ValidationError if `handlers` is not an object of functions.
 */
export function on<Env = unknown, Extra = unknown>(handlers: UpdateHandlers<Env, Uninferred<Extra>>): UpdateHandler<Env, Extra> {
  const named = parseOptions("on", handlers, (routes) => new Map(Object.entries(routes)));
  for (const [name, handler] of named) {
    if (/[A-Z]/.test(name)) throw new ValidationError("on", name, "a wire name, such as callback_query", "capital letters");
    if (handler !== undefined && typeof handler !== "function") throw new ValidationError("on", name, "a function", describe(handler));
  }
  const handlerOf = (name: string): Function | undefined => named.get(name) as Function | undefined;
  const other = handlerOf("other");
  const handle: UpdateHandler<Env, Extra> = (update, context) => {
    const kind = context.updateKind ?? "other";
    const handler = kind === "other" ? undefined : handlerOf(kind);
    return handler ? handler.call(handlers, update[kind as UpdateKind], context) : other?.call(handlers, update, context);
  };
  return withKinds(handle, other ? undefined : [...named.keys()].filter(handlerOf));
}
