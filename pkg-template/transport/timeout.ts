// Tasks and waits that end with a timeout or the signal of the caller.
import { AbortedError, NetworkError, TimeoutError } from "../errors/errors.js";
import { hasBrand, isTimeoutError } from "../errors/guards.js";
import { plainError } from "../errors/plain-error.js";
import type { SignalLike } from "../platform.js";
import { LONGEST_TIMER_MS } from "./deadline.js";
import type { IdleLimit } from "./idle-limit.js";
import { onAbort } from "./on-abort.js";

/** The limits of a task, and the fields of its errors. */
export interface AbortOptions {
  /** `method` in errors. */
  readonly method: string;
  /** 0 for no limit. */
  readonly timeoutMs: number;
  readonly signal: SignalLike | null | undefined;
  /** Aborts a task without progress. */
  readonly idle?: IdleLimit | undefined;
}

/**
 * Runs a task with an AbortSignal, which is aborted when the time is up or the caller's signal is aborted. The promise
 * rejects then, even if the task ignores the signal. A foreign error that the task throws becomes a
 * NetworkError.
 *
 * @param failure - The start of the NetworkError's message.
 */
export async function withTimeout<T>(
  { method, timeoutMs, signal, idle }: AbortOptions,
  task: (signal: AbortSignal | undefined) => Promise<T>,
  failure: string,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;
  let unfollow: (() => void) | undefined;
  try {
    if (timeoutMs <= 0 && !signal && !idle) return await task(undefined);
    const controller = new AbortController();
    return await new Promise<T>((resolve, reject) => {
      const abort = (error: Error): void => {
        reject(error);
        controller.abort(error);
      };
      if (signal) {
        const end = (): void => abort(new AbortedError(method, plainError(signal.reason)));
        if (signal.aborted) return end();
        unfollow = onAbort(signal, end);
      }
      const abortAfter = (ms: number): typeof timer =>
        ms > 0 ? setTimeout(() => abort(new TimeoutError(method, ms)), Math.min(ms, LONGEST_TIMER_MS)) : undefined;
      timer = abortAfter(timeoutMs);
      if (idle) {
        const restart = (ms: number): void => {
          clearTimeout(idleTimer);
          idleTimer = abortAfter(ms);
        };
        restart(idle.ms);
        idle.restart = restart;
      }
      // Not `resolve(task(…))`: a promise that follows another one can no longer be rejected. What the task does beside the part
      // that failed ends with it.
      task(controller.signal).then(resolve, abort);
    });
  } catch (error) {
    throw hasBrand(error) ? error : new NetworkError(method, failure, plainError(error));
  } finally {
    if (timer !== undefined) clearTimeout(timer);
    if (idle) {
      clearTimeout(idleTimer);
      idle.restart = doNothing;
    }
    try {
      unfollow?.();
    } catch {
      // A foreign signal. The listener no longer has an effect.
    }
  }
}

const doNothing = (): void => {};

/** Waits, at most {@link LONGEST_TIMER_MS}, unless the signal is aborted. */
export async function sleep(waitMs: number, options: Omit<AbortOptions, "timeoutMs">): Promise<void> {
  if (waitMs <= 0) return;
  await withTimeout({ ...options, timeoutMs: waitMs }, () => new Promise<never>(() => {}), "").catch((error: unknown) => {
    if (!isTimeoutError(error)) throw error;
  });
}
