// Retries of calls, and the waits before them.
import { isIdempotent } from "../engine/functions.js";
import { type Cleaner, cleaned } from "../errors/cleaned.js";
import { hasBrand, isApiError, isRefusal, isTransientError, retryAfterMs } from "../errors/guards.js";
import { runCallback } from "../errors/to-botwire-error.js";
import type { CallSettings } from "../options/call-options.js";
import { methodIndex } from "../request/method-names.js";
import { inSupergroup, movedChat } from "./migration.js";
import { sleep } from "./timeout.js";

/** A call that may be retried. */
export interface RetriedCall {
  readonly method: string;
  /** The parameters of the first attempt. */
  readonly params: Record<string, unknown>;
  readonly settings: CallSettings;
  /** Cleans the errors that `onRetry` gets. */
  readonly core: Cleaner;
}

/**
 * Runs attempts of a call until one succeeds or the settings allow no more. If the service answers that a group became a
 * supergroup, one more attempt has the new identifier in its parameters.
 */
export async function callWithRetry(call: RetriedCall, attempt: (params: RetriedCall["params"]) => Promise<unknown>): Promise<unknown> {
  const { method, settings: { followMigration } } = call;
  let { params } = call;
  // Costs in workerd, and most calls have no retries.
  const started = call.settings.retry.retries > 0 ? performance.now() : 0;
  let mayFollow = Boolean(followMigration);
  for (let retry = 1; ; ) {
    try {
      return await attempt(params);
    } catch (error) {
      const to = isApiError(error) ? error.parameters?.migrate_to_chat_id : undefined;
      const from = mayFollow && Number.isSafeInteger(to) ? movedChat(params, to!) : undefined;
      if (from === undefined) await waitForRetry(call, error, retry++, started);
      else {
        mayFollow = false;
        params = inSupergroup(params, from, to!);
        if (typeof followMigration === "function") await runCallback(() => followMigration(from, to!, method));
      }
    }
  }
}

/** Waits before a retry. Throws the error if the call is not retried. */
async function waitForRetry({ method, settings, core }: RetriedCall, error: unknown, retry: number, started: number): Promise<void> {
  const { retry: { retries, maxWaitMs, baseMs, totalMs, onRetry }, signal } = settings;
  if (retry > retries || !hasBrand(error)) throw error;
  const waitMs = retryAfterMs(error) ?? backoffMs(baseMs, retry, maxWaitMs);
  if (!isRepeatable(error, method) || waitMs > maxWaitMs || performance.now() - started + waitMs > totalMs) throw error;
  if (onRetry) await runCallback(() => onRetry(cleaned(error, core), retry, waitMs));
  await sleep(waitMs, { method, signal });
}

/** Returns whether a failed call may succeed later, and is safe to repeat. */
export const isRepeatable = (error: unknown, method: string): boolean =>
  isRefusal(error) || (isTransientError(error) && isIdempotent(methodIndex(method)));

/** Returns a wait that doubles with each failure up to a limit. Half of it is random, so that clients do not retry together. */
export const backoffMs = (baseMs: number, count: number, longestMs: number): number =>
  Math.ceil(Math.min(longestMs, baseMs * 2 ** Math.min(count - 1, 30)) * (0.5 + Math.random() / 2));
