// A handler made of handlers by kind, each with what the update holds already taken out.
import { describe } from "../describe.js";
import { ValidationError } from "../errors.js";
import { reading } from "../settings.js";
import type { UpdateKind, UpdateKinds } from "../types.js";
import type { UpdateHandler, WebhookContext, WebhookResult } from "./context.js";

/** `callbackQuery` for `callback_query`. */
export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/**
 * Handlers by kind: `message`, `editedMessage`, `callbackQuery` … Each is given what the update holds, and a context
 * whose `answer` is the one of that kind. Kinds that are merged into {@link UpdateKinds} are called the same way.
 */
export type UpdateHandlers<Env = unknown> = {
  [Kind in UpdateKind as CamelCase<Kind>]?:
    | ((value: UpdateKinds[Kind], context: WebhookContext<Env, Kind>) => WebhookResult | Promise<WebhookResult>)
    | undefined;
} & {
  /** Handles updates of any other kind, also of those that this version does not know. */
  other?: UpdateHandler<Env> | undefined;
};

/**
 * Makes one handler of several.
 *
 * ```ts
 * createWebhookHandler(options, on({
 *   message: (message) => ({ method: "sendMessage", chat_id: message.chat.id, text: "Hi" }),
 *   callbackQuery: (query, { answer }) => answer({ text: query.data }),
 *   other: (update, { updateKind }) => console.log(updateKind),
 * }));
 * ```
 *
 * @throws ValidationError unless it is an object of functions.
 */
export function on<Env = unknown>(handlers: UpdateHandlers<Env>): UpdateHandler<Env> {
  const named = reading("on", handlers, (given) => new Map(Object.entries(given)));
  for (const [name, each] of named) {
    if (each !== undefined && typeof each !== "function") throw new ValidationError("on", name, "a function", describe(each));
  }
  const handlerOf = (name: string): Function | undefined => named.get(name) as Function | undefined;
  const other = handlerOf("other");
  return (update, context) => {
    const kind = context.updateKind ?? "other";
    const name = kind.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const handler = kind === "other" ? undefined : handlerOf(name);
    return handler ? handler.call(handlers, update[kind as UpdateKind], context) : other?.call(handlers, update, context);
  };
}
