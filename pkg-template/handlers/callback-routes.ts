// Routes callback queries to handlers by the prefix of their data.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { parseOptions } from "../options/parse.js";
import type { CallbackQuery } from "../types.js";
import type { UpdateContext, HandlerResult } from "../updates/context.js";

/** Handles the callback queries of one route. `rest` is the data after the prefix. A client can forge it. */
export type CallbackRoute<Env = unknown, Extra = unknown> = (
  query: CallbackQuery,
  rest: string,
  context: UpdateContext<Env, "callback_query"> & Extra,
) => HandlerResult | Promise<HandlerResult>;

/**
 * Creates a handler of callback queries that calls the route with the longest matching prefix.
 *
 * ```ts
 * on({
 *   callback_query: callbackRoutes({
 *     "page:": (query, rest) => call.editMessageText({ ...targetOf(query), text: pages[Number(rest)] ?? "No such page" }),
 *     "": (query, rest, { answer }) => answer({ text: "This button is too old" }),
 *   }),
 * });
 * ```
 *
 * The empty prefix matches all data. A query without a matching route, or without data (as for games), is not handled.
 *
 * @throws ValidationError if the routes are not an object of functions.
 */
export function callbackRoutes<Env = unknown, Extra = unknown>(
  routes: Readonly<Record<string, CallbackRoute<Env, Extra>>>,
): (query: CallbackQuery, context: UpdateContext<Env, "callback_query"> & Extra) => HandlerResult | Promise<HandlerResult> {
  const entries = parseOptions("callbackRoutes", routes, (values) => Object.entries(values) as [string, CallbackRoute<Env, Extra>][]);
  for (const [prefix, route] of entries) {
    if (typeof route !== "function") throw new ValidationError("callbackRoutes", prefix, "a function", describe(route));
  }
  entries.sort(([one], [other]) => other.length - one.length);
  return (query, context) => {
    const { data } = query;
    const [prefix = "", route] = entries.find(([start]) => data?.startsWith(start)) ?? [];
    return route?.(query, data!.slice(prefix.length), context);
  };
}
