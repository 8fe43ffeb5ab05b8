// Receives updates by getUpdates: waits after failures, skips repeated updates, confirms handled ones.
import { callMethod } from "../call.js";
import { type BotwireError, HttpError } from "../errors/errors.js";
import { hasBrand, isValidationError, retryAfterMs, statusOf } from "../errors/guards.js";
import type { Core } from "../options/bot-options.js";
import { ANY, type Checks, FUNCTION, SIGNAL } from "../options/parse.js";
import {
  CONFIRM_MS, CONFLICT, CONFLICT_ADVICE, IDLE_MS, MAX_BACKOFF_MS, MAX_CHECKED_OFFSET, MAX_POLL_WAIT_MS, MAX_UPDATE_ID, OUTAGE,
  MAX_UPDATES, POLL_SECONDS, REPORTED_IDS, TEMPORARY_STATUSES, UNCONFIRMABLE,
} from "../policy.js";
import { backoffMs } from "../transport/retry.js";
import { sleep } from "../transport/timeout.js";
import type { SignalLike } from "../platform.js";
import type { Update, UpdateKind } from "../types.js";
import { SeenUpdates } from "./seen.js";

/** Options of receiving updates. */
export interface ReceiveOptions {
  /** How long the service waits for an update before it returns an empty list, in seconds. Default 30. */
  timeout?: number | undefined;
  /** The largest number of updates in one response, 1 to 100. Default 100. */
  limit?: number | undefined;
  /** The kinds of updates to receive. An empty list means all. Default: unchanged. */
  allowed_updates?: readonly UpdateKind[] | undefined;
  /** Ends the iteration without throwing, and confirms the updates that were processed. */
  signal?: SignalLike | null | undefined;
  /**
   * Called before the wait after each failure of getUpdates, like `onRetry` of a call. `waitMs` is `retry_after`, at most one
   * hour, or else a back-off of up to 30 s. If it throws, polling ends with that error. A 409 means that a webhook is set or
   * that another program polls. An update whose `update_id` cannot be confirmed is skipped and counts as a failure too. `retry`
   * and `waitMs` are then 0 if other updates came with it.
   *
   * By default, three failures are written to the console, once until the next success: a 409, a response with something other
   * than confirmable updates, and the fifth failure in a row, about 7 s after the first one.
   */
  onRetry?: ((error: BotwireError, retry: number, waitMs: number) => void | Promise<void>) | undefined;
}

/** Checked options. The call checks the service's own parameters. */
export interface ReceiveSettings {
  readonly parameters: { readonly timeout: unknown; readonly limit: unknown; readonly allowed_updates: unknown };
  readonly signal: SignalLike | null | undefined;
  readonly onRetry: ReceiveOptions["onRetry"];
}

const METHOD = "getUpdates";

/** The most updates returned at once: more than a service sends, and few enough to handle without a turn of the event loop. */
const MAX_GIVEN = 1000;

export const RECEIVE_CHECKS: Checks = { timeout: ANY, limit: ANY, allowed_updates: ANY, signal: SIGNAL, onRetry: FUNCTION };

/** Converts checked options to settings. */
export const receiveSettings = ({ timeout = POLL_SECONDS, limit, allowed_updates, signal, onRetry }: ReceiveOptions): ReceiveSettings => ({
  parameters: { timeout, limit, allowed_updates },
  signal,
  onRetry,
});

/** Tracks the offset: both `updates` and `poll` receive updates from here. */
export class UpdateReceiver {
  readonly #core: Core;
  readonly #settings: ReceiveSettings;
  readonly #seen = new SeenUpdates();
  /** The updates that were returned and are not done. */
  readonly #pending = new Set<number>();
  /** The greatest identifier that is done, plus 1, or `undefined` if nothing needs confirmation. */
  #next: number | undefined;
  /** The last offset that was sent. */
  #confirmed: number | undefined;
  #isRepeating = false;
  #faults = 0;
  /** The last message on the console since the last good answer. */
  #warned: string | undefined;
  /** The time of the last answer with new updates. */
  answeredAt = 0;
  /** The updates of the last answer that were not returned yet. */
  #rest: Update[] = [];
  /**
   * True if the last answer had the maximum length and nothing new. The service then sends no later updates until the first
   * ones are done.
   */
  isFull = false;

  constructor(core: Core, settings: ReceiveSettings) {
    this.#core = core;
    this.#settings = settings;
  }

  /**
   * Returns at most {@link MAX_GIVEN} updates that were not returned before: the rest of the last answer, otherwise those of
   * the next answer. Returns no update if none has come, if that many are not done, after the wait that follows a failure, or
   * if the signal is aborted.
   *
   * @param timeout - Seconds that the service may wait. Default: that of the options.
   */
  async receive(timeout = this.#settings.parameters.timeout): Promise<readonly Update[]> {
    // Handlers may not wait at all, so other tasks of the program run here.
    if (this.#rest.length > 0) await new Promise((resolve) => setTimeout(resolve));
    else if (this.#pending.size < MAX_GIVEN) await this.#ask(timeout);
    const inWork = this.#pending.size - this.#rest.length;
    return this.#rest.splice(0, MAX_GIVEN - inWork);
  }

  async #ask(timeout: unknown): Promise<void> {
    const started = performance.now();
    // All identifiers of the last answer are still remembered, so a repeated answer is recognized.
    this.#seen.forget(this.#pending);
    const offset = this.#offset;
    // The call confirms none of these, even if they are done before it is answered.
    const pending = new Set(this.#pending);
    const { limit } = this.#settings.parameters;
    // Pending updates come again, before the new ones.
    const more = typeof limit === "number" && pending.size > 0 ? Math.min(limit + pending.size, MAX_UPDATES) : limit;
    let skipped: HttpError | undefined;
    let waitMs = 0;
    await this.waitOut(async () => {
      const received = await getUpdates(this.#core, { ...this.#settings.parameters, timeout, limit: more, offset }, { signal: this.#settings.signal, retry: 0 });
      this.#confirmed = offset;
      skipped = this.#take(received, offset, pending);
      this.isFull = received.length >= MAX_UPDATES && this.#rest.length === 0;
      if (!skipped) this.#warned = undefined;
      if (this.#rest.length > 0) this.answeredAt = performance.now();
      if (received.length > 0) return;
      waitMs = Math.min(IDLE_MS, started + IDLE_MS - performance.now());
      // Without anything to confirm, the offset is omitted: after a week without updates, the next identifier is random, and an
      // identifier below the offset would be confirmed unseen.
      if (this.#next === offset && !this.#isRepeating) this.#next = undefined;
    });
    if (skipped) await this.#report(skipped, 0);
    await this.#sleep(waitMs);
  }

  /** Marks an update as processed. The next call may confirm it. */
  done(id: number): void {
    this.#pending.delete(id);
    this.#seen.add(id);
    this.#raise(id);
  }

  /** Confirms processed updates without asking for more. If that fails, they come again when a program polls next. */
  async confirm(): Promise<void> {
    const offset = this.#offset;
    if (offset === undefined || offset === this.#confirmed) return;
    await getUpdates(this.#core, { offset, limit: 1, timeout: 0 }, { timeoutMs: CONFIRM_MS, retry: 0 }).catch(() => {});
  }

  /** Runs a task. After a temporary failure, waits and returns false. @throws permanent errors. */
  async waitOut(task: () => Promise<void>): Promise<boolean> {
    try {
      await task();
      this.#faults = 0;
      return true;
    } catch (error) {
      if (this.#settings.signal?.aborted) return false;
      if (!hasBrand(error) || isFatal(error)) throw error;
      const waitMs = pollWaitMs(error, ++this.#faults, this.#core);
      await this.#report(error, waitMs);
      await this.#sleep(waitMs);
      return false;
    }
  }

  /** Calls `onRetry`. Without it, writes errors to the console that may need attention. */
  async #report(error: BotwireError, waitMs: number): Promise<void> {
    const { onRetry } = this.#settings;
    const { message } = error;
    const status = statusOf(error);
    if (onRetry) await onRetry(error, this.#faults, waitMs);
    else if ((status === CONFLICT || status === 200 || this.#faults === OUTAGE) && message !== this.#warned) {
      this.#warned = message;
      console.error(status === CONFLICT ? `${message} (${CONFLICT_ADVICE})` : message);
    }
  }

  /** Stores the updates of an answer that were not returned before. Returns the fault of those that cannot be confirmed. */
  #take(received: readonly Update[], offset: number | undefined, pending: ReadonlySet<number>): HttpError | undefined {
    if (received.length > 0 && this.#pending.size === 0) this.#next = undefined;
    let repeated = 0;
    const skipped: unknown[] = [];
    for (const update of received) {
      const id = update?.update_id;
      if (!isConfirmable(id)) skipped.push(typeof id === "number" ? id : "no number");
      else if (this.#seen.has(id)) {
        this.#raise(id);
        // An update at or after the offset may already be handled. It is not confirmed before an earlier one.
        if (!(id >= offset!) && !pending.has(id)) repeated++;
      } else if (!this.#pending.has(id)) {
        this.#pending.add(id);
        this.#rest.push(update);
      }
    }
    // A service that repeats confirmed updates gets the confirmation again each time, and is not polled at full speed.
    this.#isRepeating ||= repeated > 0;
    const fault =
      skipped.length > 0 ? unexpected(UNCONFIRMABLE + skipped.slice(0, REPORTED_IDS).join(", "))
      : repeated > 0 ? unexpected("updates that were confirmed")
      : undefined;
    if (fault && repeated + skipped.length === received.length) throw fault;
    return skipped.length > 0 ? fault : undefined;
  }

  #raise(id: number): void {
    this.#next = Math.max(this.#next ?? 0, id + 1);
  }

  /** The offset of the next call. It confirms no pending update, even if identifiers arrived out of order. */
  get #offset(): number | undefined {
    let offset = this.#next;
    if (offset !== undefined) for (const id of this.#pending) offset = Math.min(offset, id);
    return offset;
  }

  /** Waits. Ends early when the signal is aborted. */
  #sleep(waitMs: number): Promise<void> {
    return sleep(waitMs, { method: METHOD, signal: this.#settings.signal }).catch(() => {});
  }
}

const unexpected = (what: string): HttpError => new HttpError(METHOD, 200, what);

async function getUpdates(core: Core, { offset, ...parameters }: Record<string, unknown>, options: object): Promise<Update[]> {
  // Otherwise, an update with this or a greater identifier could not be confirmed, and would come forever.
  const checkLimits = Number(offset) > MAX_CHECKED_OFFSET ? false : undefined;
  const result = await callMethod(core, METHOD, { offset, ...parameters }, { ...options, checkLimits });
  if (Array.isArray(result)) return result;
  throw unexpected("a result that is not an Array of Update");
}

/** Returns whether an update can be confirmed. An offset below 0 would make the service forget others. */
const isConfirmable = (id: any): boolean => Number.isInteger(id) && id >= 0 && id <= MAX_UPDATE_ID;

/** Returns the wait of a poll after an error, the last of this many in a row. */
export function pollWaitMs(error: unknown, faults: number, { settings: { retry: { baseMs } } }: Core): number {
  const askedMs = retryAfterMs(error);
  // Even if the service requests no wait, it is not polled at full speed.
  return askedMs === undefined ? backoffMs(baseMs, faults, MAX_BACKOFF_MS) : Math.max(IDLE_MS, Math.min(MAX_POLL_WAIT_MS, askedMs));
}

/** Returns whether an error is permanent: a wrong token, base URL or parameter. */
function isFatal(error: BotwireError): boolean {
  const status = statusOf(error);
  return isValidationError(error) || (status >= 400 && status < 500 && !TEMPORARY_STATUSES.includes(status));
}
