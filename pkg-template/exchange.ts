// One request and its answer, and waits: all that a time-out and the caller's signal can end.
import { platform } from "./engine.js";
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

/** A task that is being done. */
interface Doing<T> {
  readonly limits: Limits;
  /** What an error of the task is called. */
  readonly failure: string;
  readonly resolve: (result: T) => void;
  readonly reject: (error: unknown) => void;
  timer: unknown;
  controller: AbortController | undefined;
  onAbort: (() => void) | undefined;
}

/** What is done in a promise that settles when the time is up or the signal is aborted. */
function bounded<T>(limits: Limits, failure: string, begin: (doing: Doing<T>) => void): Promise<T> {
  const { timeoutMs, isSoft, signal } = limits;
  return new Promise<T>((resolve, reject) => {
    const doing: Doing<T> = { limits, failure, resolve, reject, timer: undefined, controller: undefined, onAbort: undefined };
    try {
      if (signal !== undefined || (timeoutMs > 0 && !isSoft)) doing.controller = new AbortController();
      if (signal !== undefined) {
        const onAbort = (): void => stop(doing, new AbortedError(limits.method, withoutToken(signal.reason, limits.redact)));
        if (signal.aborted) return onAbort();
        doing.onAbort = onAbort;
        signal.addEventListener("abort", onAbort);
      }
      if (timeoutMs > 0) doing.timer = (platform.timers?.arm ?? setTimeout)(expire, Math.min(timeoutMs, LONGEST_TIMER_MS), doing);
    } catch (error) {
      // A signal of somebody's own.
      return fail(doing, error);
    }
    begin(doing);
  });
}

/**
 * Does a task. It settles when the time is up or the signal is aborted, even if the task heeds its own signal not at
 * all. What the task throws, unless it is an error of botwire, becomes a NetworkError without the token.
 */
export const within = <T>(limits: Limits, task: (signal: AbortSignal | undefined) => T | PromiseLike<T>, failure: string): Promise<T> =>
  bounded<T>(limits, failure, async (doing) => {
    try {
      succeed(doing, await task(doing.controller?.signal));
    } catch (error) {
      fail(doing, error);
    }
  });

/**
 * Sends a request and reads its answer: first what has to be waited for, then the rest. All in one function, since each
 * promise more costs a call a twentieth of what it takes.
 */
export const exchange = <Taken, T>(
  fetch: FetchLike | undefined,
  url: string,
  request: FetchInit,
  limits: Limits,
  take: (response: ResponseLike) => Taken | PromiseLike<Taken>,
  read: (response: ResponseLike, taken: Taken) => T,
): Promise<T> =>
  bounded<T>(limits, "no answer", async (doing) => {
    try {
      if (doing.controller) request.signal = doing.controller.signal;
      // Called free: workerd and browsers refuse a `fetch` that is a method of anything but the global object.
      const response = await (fetch ? fetch(url, request) : globalThis.fetch(url, request as RequestInit));
      succeed(doing, read(response, await take(response)));
    } catch (error) {
      fail(doing, error);
    }
  });

function succeed<T>(doing: Doing<T>, result: T): void {
  end(doing);
  doing.resolve(result);
}

/** Also for a task that is over after its time-out. */
function end(doing: Doing<any>): void {
  const { timer, onAbort, limits } = doing;
  doing.timer = undefined;
  if (timer !== undefined) (platform.timers?.disarm ?? clearTimeout)(timer as any);
  try {
    if (onAbort) limits.signal?.removeEventListener("abort", onAbort);
  } catch {
    // A signal of somebody's own; what listened does nothing any more.
  }
}

function fail(doing: Doing<any>, error: unknown): void {
  const { limits: { method, redact }, failure } = doing;
  end(doing);
  doing.reject(isBotwireError(error) ? error : new NetworkError(method, failure, withoutToken(error, redact)));
}

function stop(doing: Doing<any>, error: Error): void {
  fail(doing, error);
  doing.controller?.abort();
}

const expire = (doing: Doing<any>): void => stop(doing, new TimeoutError(doing.limits.method, doing.limits.timeoutMs));

/** Waits, unless the signal is aborted. */
export async function sleep(waitMs: number, limits: Omit<Limits, "timeoutMs">): Promise<void> {
  for (let left = waitMs; left > 0; left -= LONGEST_TIMER_MS) {
    await within({ ...limits, timeoutMs: left, isSoft: true }, () => new Promise<never>(() => {}), "no time-out").catch((error: unknown) => {
      if (!isTimeoutError(error)) throw error;
    });
  }
}
