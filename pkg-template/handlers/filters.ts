// Filters around routes, handlers and whole modules: they pass what they do not want.
import { FUNCTION, option } from "../options/parse.js";
import type { Message, Update, User } from "../types.js";
import type { BotContext, HandlerReturn, Uninferred } from "../updates/context.js";
import { kindsOf, withKinds } from "../updates/kinds.js";
import { pass } from "../updates/pass.js";

/** The arguments of a handler after its first one. The last one is the context. */
type Rest = readonly any[];

/** A message of a kind of chat in which every message has a sender. */
interface InChat<Type extends string> {
  readonly chat: { readonly type: Type };
  readonly from: User;
}

/** The fields of an update that are, or contain, a message. */
const MESSAGES = ["message", "edited_message", "channel_post", "edited_channel_post"] as const;

/** Returns the message of an update or a query, or the message itself. */
export function messageIn(value: any): Message | undefined {
  const field = MESSAGES.find((name) => value?.[name]);
  return field ? value[field] : value?.callback_query ? value.callback_query.message : value?.chat ? value : undefined;
}

/** A handler whose first argument is the update, or its content. */
type Filtered<Value, More extends Rest> = (value: Value, ...more: More) => HandlerReturn;

/** A filter by the kind of chat. */
interface ChatFilter<Type extends string> {
  // Not inferred from the handler: the filter would otherwise require the narrowed message.
  <Value = Update, More extends Rest = [context: BotContext]>(handler: (value: Uninferred<Value & (Value extends Message ? InChat<Type> : unknown)>, ...more: More) => HandlerReturn): Filtered<Value, More>;
}

const inChats = <Type extends string>(apiName: string, ...types: readonly Type[]): ChatFilter<Type> =>
  ((handler: Filtered<unknown, Rest>) => {
    option(apiName, "handler", handler ?? null, FUNCTION);
    const filtered: Filtered<unknown, Rest> = (value, ...more) => ((types as readonly string[]).includes(`${messageIn(value)?.chat.type}`) ? handler(value, ...more) : pass);
    return withKinds(filtered, kindsOf(handler));
  }) as ChatFilter<Type>;

/**
 * Limits a route, a handler or a whole module to private chats. Elsewhere it passes. `message.from` is then present.
 *
 * ```ts
 * first(inPrivate(shop), commands({ start: inPrivate((message) => reply(message, `Hello, ${message.from.first_name}`)) }));
 * ```
 */
export const inPrivate = /* @__PURE__ */ inChats("inPrivate", "private");

/** Limits a route, a handler or a whole module to groups and supergroups, see {@link inPrivate}. */
export const inGroups = /* @__PURE__ */ inChats("inGroups", "group", "supergroup");

/** Limits a handler or a whole module to channels. Elsewhere it passes. */
export const inChannels = /* @__PURE__ */ inChats("inChannels", "channel") as {
  <Value = Update, More extends Rest = [context: BotContext]>(handler: (value: Uninferred<Value>, ...more: More) => HandlerReturn): Filtered<Value, More>;
};

/**
 * Limits a route, a handler or a whole module to what passes a test of your own. A type guard narrows the type.
 *
 * ```ts
 * on({ message: when((message) => message.text === "thanks", (message) => reply(message, "You are welcome.")) });
 * ```
 *
 * @throws ValidationError if an argument is not a function.
 */
export function when<Value = Update, Narrow extends Value = Value, More extends Rest = [context: BotContext]>(
  test: ((value: Value) => value is Narrow) | ((value: Value) => boolean),
  handler: (value: Narrow, ...more: More) => HandlerReturn,
): Filtered<Value, More>;
export function when(test: (value: any) => boolean, handler: (value: any, ...more: any[]) => HandlerReturn): any {
  option("when", "test", test ?? null, FUNCTION);
  option("when", "handler", handler ?? null, FUNCTION);
  const filtered: Filtered<unknown, Rest> = (value, ...more) => (test(value) ? handler(value, ...more) : pass);
  return withKinds(filtered, kindsOf(handler));
}
