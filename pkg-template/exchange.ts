// One request and its answer, and waits: all that a time-out and the caller's signal can end.
import { AbortedError, isBotwireError, isTimeoutError, NetworkError, TimeoutError, withoutToken } from "./errors.js";
import { LONGEST_TIMER_MS } from "./in-time.js";
import type { FetchInit, FetchLike, ResponseLike, SignalLike } from "./platform.js";
import type { Redact } from "./redact.js";

/** What is to end when the time is up or the caller gives up. */
export interface Limits {
  /** For the errors. */
  readonly method: string;
  readonly redact: Redact;
  /** 0 for no limit. */
  readonly timeoutMs: number;
  /** Whether the time-out ends the wait for the task, but not the task itself: an AbortController costs a third of a call. */
  readonly isSoft?: boolean;
  readonly signal: SignalLike | undefined;
}

/**
 * Does a task. It settles when the time is up or the signal is aborted, even if the task heeds its own signal not at
 * all. What the task throws, unless it is an error of botwire, becomes a NetworkError without the token.
 */
export function within<T>(
  limits: Limits,
  task: (signal: AbortSignal | undefined) => T | PromiseLike<T>,
  failure = "no answer",
): Promise<T> {
  const { method, redact, timeoutMs, isSoft, signal } = limits;
  return new Promise<T>((resolve, reject) => {
    const controller = signal !== undefined || (timeoutMs > 0 && !isSoft) ? new AbortController() : undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
    const fail = (error: unknown): void => {
      end();
      reject(isBotwireError(error) ? error : new NetworkError(method, failure, withoutToken(error, redact)));
    };
    const stop = (error: Error): void => {
      fail(error);
      controller?.abort();
    };
    const onAbort = (): void => stop(new AbortedError(method, withoutToken(signal?.reason, redact)));
    if (signal?.aborted) return onAbort();
    signal?.addEventListener("abort", onAbort);
    if (timeoutMs > 0) {
      timer = setTimeout(() => stop(new TimeoutError(method, timeoutMs)), Math.min(timeoutMs, LONGEST_TIMER_MS));
    }
    try {
      Promise.resolve(task(controller?.signal)).then((result) => {
        end();
        resolve(result);
      }, fail);
    } catch (error) {
      fail(error);
    }
  });
}

/** Sends a request and reads its answer. */
export const exchange = <T>(
  fetch: FetchLike | undefined,
  url: string,
  init: Omit<FetchInit, "redirect">,
  limits: Limits,
  read: (response: ResponseLike) => T | PromiseLike<T>,
): Promise<T> =>
  within(limits, async (signal) => {
    const request: FetchInit = { redirect: "manual", ...init };
    if (signal) request.signal = signal;
    // Called free: workerd and browsers refuse a `fetch` that is a method of anything but the global object.
    const response = await (fetch ? fetch(url, request) : globalThis.fetch(url, request as RequestInit));
    // Awaited here: a promise that is returned takes three turns of the microtask queue instead of one.
    return await read(response);
  });

/** Waits, unless the signal is aborted. */
export async function sleep(waitMs: number, limits: Omit<Limits, "timeoutMs">): Promise<void> {
  for (let left = waitMs; left > 0; left -= LONGEST_TIMER_MS) {
    await within({ ...limits, timeoutMs: left, isSoft: true }, () => new Promise<never>(() => {})).catch((error: unknown) => {
      if (!isTimeoutError(error)) throw error;
    });
  }
}
