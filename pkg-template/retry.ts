// When a call is repeated, and for how long it waits before that.
import { isRepeatable } from "./engine.js";
import { placeOf } from "./method-names.js";
import { isApiError, isTransientError, statusOf, type BotwireError, isBotwireError } from "./errors.js";
import { sleep } from "./exchange.js";
import type { Redact } from "./redact.js";
import type { Settings } from "./settings.js";

/** Carries what a callback of the caller threw past the net that makes errors of botwire. */
export class FromCallback {
  constructor(readonly error: unknown) {}
}

/** Calls back. */
export async function callBack(callback: () => unknown): Promise<void> {
  try {
    await callback();
  } catch (error) {
    throw new FromCallback(error);
  }
}

/** Waits before the next try; throws the error where there must be none. */
export async function waitForNext(method: string, error: unknown, count: number, started: number, settings: Settings, redact: Redact): Promise<void> {
  const { retries, maxWaitMs, baseMs, totalMs, onRetry, signal } = settings;
  if (count > retries || !isBotwireError(error)) throw error;
  // After 429 the service has done nothing yet; after other faults it may have.
  const isSafe = statusOf(error) === 429 || (isTransientError(error) && isRepeatable(placeOf(method)));
  const waitMs = retryAfterMs(error) ?? Math.min(maxWaitMs, backoffMs(baseMs, count));
  if (!isSafe || waitMs > maxWaitMs || Date.now() - started + waitMs > totalMs) throw error;
  if (onRetry) await callBack(() => onRetry(error, count, waitMs));
  await sleep(waitMs, { method, signal, redact });
}

/** The wait that the service asks for, in milliseconds; nothing if it asks for none, or for none that a clock could measure. */
export function retryAfterMs(error: BotwireError): number | undefined {
  const seconds = isApiError(error) ? error.parameters?.retry_after : undefined;
  return Number.isFinite(seconds) && seconds! >= 0 ? seconds! * 1000 : undefined;
}

/** A wait that doubles with each fault; its second half is random, so that clients do not come back all at once. */
export const backoffMs = (baseMs: number, count: number): number =>
  baseMs * 2 ** Math.min(count - 1, 30) * (0.5 + Math.random() / 2);
