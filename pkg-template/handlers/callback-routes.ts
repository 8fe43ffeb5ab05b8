// Routes callback queries to handlers by the prefix of their data.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { BOOLEAN, checkedOptions, parseOptions } from "../options/parse.js";
import type { CallbackQuery } from "../types.js";
import type { BotContext, HandlerReturn, UpdateHandler } from "../updates/context.js";
import { withKinds } from "../updates/kinds.js";
import { answered } from "./answered.js";
import { pass } from "../updates/pass.js";

/** Handles the callback queries of one route. `rest` is the data after the prefix. A client can forge it. */
export type CallbackRoute = (query: CallbackQuery, rest: string, context: BotContext<"callback_query">) => HandlerReturn;

/**
 * Options of {@link callbackRoutes} and {@link pressed}.
 *
 * @example
 * ```ts
 * callbackRoutes({ "page:": (query, rest) => reply(query, `Page ${rest}`) }, { answer: false });
 * ```
 */
export interface AnsweredOptions {
  /**
   * If true, the query is answered without a text if the handler did not answer it, so that the button does not keep waiting.
   * Set it to false if the handler calls `bot.answerCallbackQuery` itself. Default true.
   */
  answer?: boolean | undefined;
}

/**
 * Creates a handler that calls the route with the longest prefix of a callback query's data. For data with fields, see
 * {@link callbackData}.
 *
 * ```ts
 * callbackRoutes({
 *   "page:": (query, rest) => call.editMessageText({ ...targetOf(query), text: pages[Number(rest)] ?? "No such page" }),
 *   "": (query, rest, { answer }) => answer({ text: "This button is too old" }),
 * });
 * ```
 *
 * The empty prefix matches all data. It passes other updates, queries without a matching route, and queries without data (as
 * for games).
 *
 * @throws ValidationError if the routes are not an object of functions, or an option is invalid or unknown.
 */
export function callbackRoutes(routes: Readonly<Record<string, CallbackRoute>>, options: AnsweredOptions = {}): UpdateHandler {
  const { answer = true } = checkedOptions<AnsweredOptions>("callbackRoutes", options, { answer: BOOLEAN });
  const entries = parseOptions("callbackRoutes", routes, (values) => Object.entries(values) as [string, CallbackRoute][]);
  for (const [prefix, route] of entries) {
    if (typeof route !== "function") throw new ValidationError("callbackRoutes", prefix, "a function", describe(route));
  }
  entries.sort(([one], [other]) => other.length - one.length);
  const handle: UpdateHandler = ({ callback_query: query }, context) => {
    const data = query?.data;
    const [prefix, route] = (data !== undefined && entries.find(([start]) => data.startsWith(start))) || [];
    if (!route) return pass;
    const run = (context: BotContext<any>): HandlerReturn => route(query!, data!.slice(prefix!.length), context);
    return answer ? answered(context, run) : run(context);
  };
  return withKinds(handle, ["callback_query"]);
}
