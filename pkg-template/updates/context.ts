// The context of a handler, with a webhook and with polling: the bot, `waitUntil`, and the answer to a query.
import type { AnswerMethods } from "../answer-methods.js";
import type { Bot } from "../bot.js";
import type { InlineCall, MethodMap, MethodName } from "../methods.js";
import type { PlatformResponse, PlatformSignal } from "../platform.js";
import type { Update, UpdateKind } from "../types.js";
import type { Wrong } from "../wrong.js";
import type { BotEnv, BotExtra } from "./bot-types.js";

/**
 * The result of `onError`: `"retry"` handles the update again, `"handled"` counts it as handled, and nothing leaves that to
 * {@link Failure.willRetry}. A `Response` with a 2xx status means `"handled"`, another one `"retry"`.
 */
export type ErrorResult = PlatformResponse | "retry" | "handled" | void;

/** What `onError` learns about a failure. */
export interface Failure {
  /** The number of the run of the handler, from 1. */
  readonly attempt: number;
  /** Whether the update will be handled again, unless `onError` returns `"handled"`. If false, `"retry"` handles it again. */
  readonly willRetry: boolean;
}

type Without<Params, Name extends PropertyKey> = Params extends unknown ? Omit<Params, Name> : never;

/** The parameters of an answer to a query of this kind: those of the method without the identifier of the query. */
export type AnswerParams<Kind> = Kind extends keyof AnswerMethods
  ? Without<MethodMap[AnswerMethods[Kind]]["params"], `${Kind}_id`>
  : never;

/** The call that answers a query. The handler may return it. */
export type AnswerCall<Kind> = Kind extends keyof AnswerMethods
  ? { method: AnswerMethods[Kind] } & MethodMap[AnswerMethods[Kind]]["params"]
  : never;

/**
 * The second argument of a handler, with a webhook and with {@link poll}. You can destructure all members except `with`: `({
 * bot, waitUntil }) => …`. To add members, use {@link UpdateContext.with}. A copy such as `{ ...context }` keeps the current
 * value of `isLate`.
 */
export interface UpdateContext<Env = unknown, Kind = UpdateKind | (string & {}) | undefined> {
  /**
   * The bot, for calls whose results and errors you need. A handler that fails after one of its calls may have had an effect does not
   * run again by itself. Calls of another `Bot` object, such as one of your module, are not seen.
   */
  readonly bot: Bot;
  /** The update. */
  readonly update: Update;
  /** The kind of the update: the name of the field that is present, even if this version does not know it. */
  readonly updateKind: Kind;
  /** The second argument of the runtime's `fetch` handler, such as the bindings of a worker. With `poll`, the option `env`. */
  readonly env: Env;
  /**
   * Keeps the runtime alive until the promise settles, if the runtime supports that. `poll` waits for it before it ends. If the
   * promise rejects, `onError` is called.
   */
  readonly waitUntil: (promise: Promise<unknown>) => void;
  /**
   * Webhook: aborted when the service closes the connection before the response, if the runtime reports it, and 25 s after the
   * deadline, because hosts end `waitUntil` after about 30 s. `poll`: aborted 25 s after the signal of `poll`.
   */
  readonly signal: PlatformSignal;
  /** True if the deadline of the webhook has passed and the response has been sent. False with `poll`. */
  readonly isLate: boolean;
  /**
   * Returns a context with more members. Declare them in {@link BotTypes}, and handlers know them:
   *
   * ```ts
   * declare module "botwire" { interface BotTypes { context: { user: Account } } }
   * const handler = on({ message: (message, { user }) => reply(message, user.name) });
   * createWebhookHandler(options, async (update, context) => handler(update, context.with({ user: await accountOf(update) })));
   * ```
   */
  with<Extra extends object>(extra: Extra): this & Extra;
  /**
   * Answers the callback, inline, shipping or pre-checkout query of this update. A second call throws a ValidationError. You
   * may return the result, or a copy with more fields, but you do not have to.
   *
   * - Webhook: the answer goes into the response when the handler ends, or at the deadline if that is earlier. It is an
   *   ordinary call after the deadline, if the handler returns another call, and if the handler throws and `onError` returns
   *   `"handled"` or a 2xx response.
   * - `poll`: the answer is an ordinary call when the handler ends.
   * - If the update will be delivered again, nothing is sent.
   *
   * The answer is checked at once, unless middleware may still change it.
   *
   * A pre-checkout query must be answered within 10 s of its arrival. A late call has only the remaining time, and throws a
   * TimeoutError if no time remains.
   */
  readonly answer: Answer<Kind>["method"];
}

/**
 * The type of `answer`. Written as a method, because TypeScript then lets the context of each kind pass for a context without a
 * kind, such as `UpdateContext<Env>` in a helper.
 */
interface Answer<Kind> {
  method(...params: {} extends AnswerParams<Kind> ? [params?: AnswerParams<Kind>] : [params: AnswerParams<Kind>]): AnswerCall<Kind>;
}

/** The results of calls, without texts and numbers, which a handler returns only by mistake. */
type CallResult = Exclude<MethodMap[MethodName]["result"], string | number | readonly unknown[]>;

/** The items of a list that a call such as sendMediaGroup returns. TypeScript shows the text in its error for a list of calls. */
type InAList<Text extends string> = { readonly method?: Wrong<Text> } & Extract<MethodMap[MethodName]["result"], readonly unknown[]>[number];

declare const passed: unique symbol;

/** The type of {@link pass}. */
export interface Pass {
  readonly [passed]: true;
}

/**
 * The result of a handler: a call to send, nothing, or {@link pass}. A handler may also return the result of a call that it has
 * made. This has no effect: `message: ({ chat }, { bot }) => bot.leaveChat({ chat_id: chat.id })`.
 */
export type HandlerResult = InlineCall | Pass | CallResult | readonly InAList<"A handler returns one call, not a list">[] | undefined | null | void;

/**
 * A type without values. TypeScript compares a promise with it, because it has the members of a promise, and shows the text: one
 * line, instead of two about promises and their contents.
 */
interface WrongPromise<Text extends string> extends PromiseLike<never>, Wrong<Text> {
  readonly catch: never;
  readonly finally: never;
}

/** What a handler returns: its result, or a promise of it. */
export type HandlerReturn = HandlerResult | PromiseLike<HandlerResult> | WrongPromise<"A handler returns one call, pass or nothing">;

/** A type without values for errors about functions that are not handlers, like {@link WrongPromise}. */
interface WrongHandler<Text extends string, Arguments extends readonly unknown[]> extends Wrong<Text> {
  (...args: Arguments): HandlerReturn;
}

/**
 * A handler where TypeScript expects something else too, such as an object of handlers. It compares a wrong function with the first
 * function of a union, and shows the text.
 */
export type Explained<Text extends string, Arguments extends readonly unknown[]> = WrongHandler<Text, Arguments> | ((...args: Arguments) => HandlerReturn);

/** `NoInfer` of newer versions of TypeScript. */
export type Uninferred<Type> = [Type][Type extends unknown ? 0 : never];

/** The context of a handler, with the types in {@link BotTypes}. `Kind` is the kind of the update. */
export type BotContext<Kind = UpdateKind | (string & {}) | undefined> = UpdateContext<BotEnv, Kind> & BotExtra;

/**
 * Handles an update. The types of the environment and of the other members of the context are those of {@link BotTypes}, unless
 * you write them: `Extra` is the type of the members that {@link UpdateContext.with} adds.
 */
export type UpdateHandler<Env = BotEnv, Extra = BotExtra> = (
  update: Update,
  context: UpdateContext<Env> & Extra,
) => HandlerReturn;
