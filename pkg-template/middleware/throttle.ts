// Middleware that limits how many calls a bot makes in a second, in all and in each chat.
import { type Clock, realClock } from "../clock.js";
import { isRefusal, retryAfterMs } from "../errors/guards.js";
import type { RetryOptions } from "../options/call-options.js";
import { CLOCK } from "../options/bot-options.js";
import type { Middleware } from "../options/middleware.js";
import { checkedOptions, type Checks, integerFrom, isAmount } from "../options/parse.js";
import { MAX_POLL_WAIT_MS } from "../policy.js";
import { intervalMs } from "../transport/deadline.js";
import { Turns } from "./turns.js";

/**
 * Options of {@link throttle}. A limit that is absent does not apply.
 *
 * @example
 * ```ts
 * const bot = new Bot({ baseUrl, token, use: [throttle({ perSecond: 30, perChat: 1, perGroup: 20 / 60 })] });
 * ```
 */
export interface ThrottleOptions {
  /** The largest number of calls started per second, of any method except getUpdates. */
  perSecond?: number | undefined;
  /** The largest number of messages sent or edited in one chat per second. `0.5` is one in two seconds. */
  perChat?: number | undefined;
  /** The same limit for a group, a supergroup or a channel: `20 / 60` is 20 a minute. Default: `perChat`. */
  perGroup?: number | undefined;
  /** How many calls may start at once after a pause, in total and per chat. Default 1. */
  burst?: number | undefined;
  /** Measures the waits. Pass `emulator.clock` in tests. Default: the timers of the platform. */
  clock?: Clock | undefined;
}

const OWNER = "throttle";

/** Milliseconds that all calls wait after a 429 without `retry_after`. */
const REFUSED_MS = 1000;

const RATE = ["a number above 0", (rate: unknown) => isAmount(rate) && rate !== 0] as const;
const CHECKS: Checks = { perSecond: RATE, perChat: RATE, perGroup: RATE, burst: integerFrom(1), clock: CLOCK };

/** Methods whose calls are limited by chat. */
const SENDS = /^(send(?!ChatAction)|forward|copy|edit)/;

/**
 * Creates middleware that delays calls to stay within a rate.
 *
 * ```ts
 * const bot = new Bot({ baseUrl, token, use: [throttle({ perSecond: 30, perChat: 1, perGroup: 20 / 60 })] });
 * ```
 *
 * Calls of a chat wait in order, and the chats take turns, so one chat with many calls does not delay the others. A call whose
 * signal is aborted leaves the queue and rejects with an AbortedError. After a 429, or another response with `retry_after`,
 * every call waits for that time, at most one hour. The refused call rejects, unless the option `retry` repeats it. Bots that
 * share a throttle share its limits. Each process has its own limits.
 *
 * @throws ValidationError if an option is invalid or unknown.
 */
export function throttle(options: ThrottleOptions): Middleware {
  const { perSecond, perChat, perGroup = perChat, burst = 1, clock = realClock } = checkedOptions<ThrottleOptions>(OWNER, options, CHECKS);
  const turns = new Turns(clock, intervalOf(perSecond), burst);
  const noteRefusal = (error: unknown): void => {
    if (isRefusal(error)) turns.pause(Math.min(retryAfterMs(error) ?? REFUSED_MS, MAX_POLL_WAIT_MS));
  };
  return async (call, next) => {
    const { method, params, options } = call;
    if (method === "getUpdates") return next(call);
    const { chat_id } = params as { chat_id?: unknown };
    const chat = SENDS.test(method) && /^(string|number)$/.test(typeof chat_id) ? `${chat_id}` : undefined;
    const rate = chat?.match(/^[-@]/) ? perGroup : perChat;
    await turns.next(method, chat, intervalOf(rate), options.signal);
    try {
      return await next({ ...call, options: { ...options, ...(options.retry !== undefined && { retry: withRefusalHook(options.retry, noteRefusal) }) } });
    } catch (error) {
      noteRefusal(error);
      throw error;
    }
  };
}

const intervalOf = (perSecond: number | undefined): number => (perSecond === undefined ? 0 : intervalMs(perSecond));

/** Returns the same retry options, which also report each refusal. */
function withRefusalHook(retry: number | RetryOptions, noteRefusal: (error: unknown) => void): number | RetryOptions {
  if (!retry || (typeof retry !== "number" && typeof retry !== "object")) return retry;
  const options = typeof retry === "number" ? { retries: retry } : retry;
  const { onRetry } = options;
  return { ...options, onRetry: (error, count, waitMs) => (noteRefusal(error), onRetry?.(error, count, waitMs)) };
}
