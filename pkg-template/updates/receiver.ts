// Receives updates by getUpdates: waits out faults, skips what it gave before, confirms what is done.
import { call } from "../call.js";
import { type BotwireError, HttpError } from "../errors/errors.js";
import { isBotwireError, isValidationError, statusOf } from "../errors/guards.js";
import type { Core } from "../options/bot-options.js";
import { FUNCTION, isFunction, option, signalOption } from "../options/parse.js";
import {
  CONFIRM_MS, CONFLICT, CONFLICT_ADVICE, IDLE_MS, MAX_BACKOFF_MS, MAX_CHECKED_OFFSET, MAX_POLL_WAIT_MS, POLL_SECONDS,
} from "../policy.js";
import { backoffMs, retryAfterMs } from "../transport/retry.js";
import { sleep } from "../transport/timeout.js";
import type { SignalLike } from "../platform.js";
import type { Update, UpdateKind } from "../types.js";
import { SeenUpdates } from "./seen.js";

/** How updates are received. */
export interface ReceiveOptions {
  /** Seconds that the service waits for an update before it answers with none. Default 30. */
  timeout?: number | undefined;
  /** How many updates one answer may hold, 1 to 100. Default 100, the service's own. */
  limit?: number | undefined;
  /** The kinds to receive; an empty list means all. When left out, what was set before holds. */
  allowed_updates?: readonly UpdateKind[] | undefined;
  /** Ends the iteration, without a throw, and confirms what was processed. */
  signal?: SignalLike | undefined;
  /**
   * Called before the wait after each fault of getUpdates, as `onRetry` of a call is: `waitMs` is `retry_after`, but an hour
   * at most, or else a back-off of up to 30 s. What it throws ends the polling. A 409 means that a webhook is set or that
   * another program polls. Default: a 409 is written to the console, once until the next answer.
   */
  onRetry?: ((error: BotwireError, retry: number, waitMs: number) => void | Promise<void>) | undefined;
}

/** Checked options; the service's own parameters are checked by the call. */
export interface ReceiveSettings {
  readonly parameters: { readonly timeout: unknown; readonly limit: unknown; readonly allowed_updates: unknown };
  readonly signal: SignalLike | undefined;
  readonly onRetry: ReceiveOptions["onRetry"];
}

const METHOD = "getUpdates";

/** @throws ValidationError if an option is not as described. */
export const receiveSettings = (owner: string, { timeout = POLL_SECONDS, limit, allowed_updates, signal, onRetry }: Record<string, unknown>): ReceiveSettings => ({
  parameters: { timeout, limit, allowed_updates },
  signal: signalOption(owner, signal),
  onRetry: option(owner, "onRetry", onRetry, FUNCTION, isFunction),
});

/** The one place that knows offsets: both `bot.updates()` and `poll` receive updates from here. */
export class UpdateReceiver {
  readonly #core: Core;
  readonly #settings: ReceiveSettings;
  readonly #seen = new SeenUpdates();
  /** What was given and is not done. */
  readonly #pending = new Set<number>();
  /** Behind the greatest that is done; undefined when there is nothing to confirm. */
  #next: number | undefined;
  /** The offset that the service has had. */
  #confirmed: number | undefined;
  #isRepeating = false;
  #faults = 0;
  /** Whether the conflict of this run of faults was told. */
  #isWarned = false;

  constructor(core: Core, settings: ReceiveSettings) {
    this.#core = core;
    this.#settings = settings;
  }

  /**
   * Asks once, and gives the updates that were not given before: none when there is none, and after a fault, whose wait is
   * over then, or when the signal is aborted.
   *
   * @param timeout - Seconds that the service may wait. Default: that of the options.
   */
  async receive(timeout = this.#settings.parameters.timeout): Promise<readonly Update[]> {
    const started = Date.now();
    // With all of the last answer remembered, an answer that is repeated is recognised.
    if (this.#pending.size === 0) this.#seen.forget();
    const offset = this.#offset;
    let fresh: readonly Update[] = [];
    let waitMs = 0;
    await this.waitOut(async () => {
      const received = await getUpdates(this.#core, { ...this.#settings.parameters, timeout, offset }, { signal: this.#settings.signal, retry: 0 });
      this.#confirmed = offset;
      fresh = this.#take(received, offset);
      if (received.length > 0) return;
      waitMs = Math.min(IDLE_MS, started + IDLE_MS - Date.now());
      // With nothing left to confirm the offset is left out: after a week without updates the next identifier is
      // random, and one below the offset would count as confirmed before it was ever seen.
      if (this.#pending.size === 0 && this.#next === offset && !this.#isRepeating) this.#next = undefined;
    });
    if (waitMs > 0) await this.#sleep(waitMs);
    return fresh;
  }

  /** The update is processed: the next call may confirm it. */
  done(id: number): void {
    this.#pending.delete(id);
    this.#seen.add(id);
    this.#raise(id);
  }

  /** Confirms what is done without asking for more. A confirmation that fails is made up by the next program that asks. */
  async confirm(): Promise<void> {
    const offset = this.#offset;
    if (offset === undefined || offset === this.#confirmed) return;
    await getUpdates(this.#core, { offset, limit: 1, timeout: 0 }, { timeoutMs: CONFIRM_MS, retry: 0 }).catch(() => {});
  }

  /** Does a task; after a fault that may pass, waits and gives false. @throws what waiting does not mend. */
  async waitOut(task: () => Promise<void>): Promise<boolean> {
    const { signal, onRetry } = this.#settings;
    try {
      await task();
      this.#faults = 0;
      this.#isWarned = false;
      return true;
    } catch (error) {
      if (signal?.aborted) return false;
      if (!isBotwireError(error) || isFatal(error)) throw error;
      const backoff = backoffMs(this.#core.settings.baseMs, ++this.#faults, MAX_BACKOFF_MS);
      const askedMs = retryAfterMs(error);
      // A service that asks for no wait at all is not asked at full speed.
      const waitMs = askedMs === undefined ? backoff : Math.max(IDLE_MS, Math.min(MAX_POLL_WAIT_MS, askedMs));
      if (onRetry) await onRetry(error, this.#faults, waitMs);
      else if (statusOf(error) === CONFLICT && !this.#isWarned) {
        this.#isWarned = true;
        console.error(`${error.message} (${CONFLICT_ADVICE})`);
      }
      await this.#sleep(waitMs);
      return false;
    }
  }

  /** The updates of an answer that were not given before. */
  #take(received: readonly Update[], offset: number | undefined): Update[] {
    if (received.length > 0 && this.#pending.size === 0) this.#next = undefined;
    let repeated = 0;
    const fresh: Update[] = [];
    for (const update of received) {
      const id = update.update_id;
      if (this.#seen.has(id)) {
        this.#raise(id);
        // From the offset on are those that are done and wait for one before them.
        if (!(id >= offset!)) repeated++;
      } else if (!this.#pending.has(id)) {
        this.#pending.add(id);
        fresh.push(update);
      }
    }
    // A service that repeats what it was told to forget is told again each time, and not asked at full speed.
    this.#isRepeating ||= repeated > 0;
    if (repeated > 0 && repeated === received.length) throw unexpected("updates that were confirmed");
    return fresh;
  }

  #raise(id: number): void {
    this.#next = Math.max(this.#next ?? 0, id + 1);
  }

  /** What the next call confirms up to: nothing that is pending, even if identifiers came out of order. */
  get #offset(): number | undefined {
    let offset = this.#next;
    if (offset !== undefined) for (const id of this.#pending) offset = Math.min(offset, id);
    return offset;
  }

  /** Ends early when the signal is aborted. */
  #sleep(waitMs: number): Promise<void> {
    return sleep(waitMs, { method: METHOD, signal: this.#settings.signal, redact: this.#core.redact }).catch(() => {});
  }
}

const unexpected = (what: string): HttpError => new HttpError(METHOD, 200, what);

async function getUpdates(core: Core, { offset, ...parameters }: Record<string, unknown>, options: object): Promise<Update[]> {
  // An update with a greater identifier, or with that one, could not be confirmed otherwise, and would come for ever.
  const checkLimits = Number(offset) > MAX_CHECKED_OFFSET ? false : undefined;
  const result = await call(core, METHOD, { offset, ...parameters }, { ...options, checkLimits });
  if (Array.isArray(result) && result.every(isIdentified)) return result;
  throw unexpected("a result that is no Array of Update");
}

/** Whether an update can be confirmed. An offset below 0 would make the service forget others. */
const isIdentified = (update: any): boolean =>
  Number.isSafeInteger(update?.update_id) && update.update_id >= 0 && update.update_id < Number.MAX_SAFE_INTEGER;

/** What waiting does not mend: a wrong token, base URL or parameter. */
function isFatal(error: BotwireError): boolean {
  const status = statusOf(error);
  return isValidationError(error) || (status >= 400 && status < 500 && ![408, CONFLICT, 429].includes(status));
}
