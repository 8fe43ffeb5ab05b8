// Middleware: functions of the program around every call of a bot.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import type { MethodMap, MethodName } from "../methods.js";
import type { CallOptions } from "./call-options.js";
import { type Check, isFunction } from "./parse.js";

/** A call of any method, before it is checked. */
export interface AnyCall {
  /** The name of the method, in the spelling of the specification if it knows the method. */
  readonly method: string;
  /** The parameters. Those of a form have been read into an object. */
  readonly params: object;
  /** The options of the call, and the bot's `retry` if the call has none. They have no effect on a call in a response. */
  readonly options: CallOptions;
  /**
   * The origin of the call: `"call"` for methods of the bot, `broadcast` and `download`, `"returned"` for a call that a handler
   * returns, and `"answer"` for `context.answer()`. If a returned call or an answer goes into the response of a webhook, `next`
   * resolves to `undefined`.
   */
  readonly origin: "call" | "returned" | "answer";
}

/** Sends a call after the middleware. */
export type Send = (call: AnyCall) => Promise<unknown>;

/**
 * A call as {@link Middleware} sees it. Comparing `method` narrows `params`. To compare names of methods that botwire does not
 * know, add them to {@link MethodMap}.
 */
export type OutgoingCall<Name extends MethodName = MethodName> = {
  [Each in Name]: Pick<AnyCall, "options" | "origin"> & { readonly method: Each; readonly params: MethodMap[Each]["params"] };
}[Name];

/**
 * A function around every call of a bot: it calls `next` with the call or a changed copy, and returns the result.
 *
 * ```ts
 * const logged: Middleware = async (call, next) => {
 *   const result = await next(call);
 *   console.log(call.method, call.origin);
 *   return result;
 * };
 * const bot = new Bot({ baseUrl, token, use: [logged] });
 * ```
 *
 * `call.params` is a copy: changes to it do not reach the object that the caller passed. Middleware runs before parameters and
 * options are checked. Its time does not count towards `timeoutMs`. It may call `next` again or not
 * at all. If it calls `next` several times and the call goes into the response of a webhook, the last call goes there, and the
 * others are sent. Errors that middleware throws reach the caller unchanged.
 */
export type Middleware = (call: OutgoingCall, next: (call: AnyCall) => Promise<unknown>) => Promise<unknown>;

export const MIDDLEWARE: Check = ["an Array of functions", (use) => Array.isArray(use) && use.every(isFunction)];

/** Runs middleware around a call. The last `next` is `send`. */
export const throughMiddleware = async ([first, ...rest]: readonly Middleware[], call: AnyCall, send: Send): Promise<unknown> =>
  first ? first(call as OutgoingCall, async (next) => throughMiddleware(rest, passed(next), send)) : send(call);

/** Returns what middleware passes to `next`. @throws ValidationError if it is not a call. */
function passed(call: AnyCall): AnyCall {
  if (call && typeof call === "object") return call;
  throw new ValidationError("middleware", "next", "the call, or a changed copy", describe(call));
}
