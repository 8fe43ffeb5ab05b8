// Updates by long polling, as an async iterator that neither loses nor repeats one.
import { call } from "./call.js";
import { type BotwireError, HttpError } from "./errors/errors.js";
import { isBotwireError, isValidationError, statusOf } from "./errors/guards.js";
import type { Core } from "./options/bot-options.js";
import { BOOLEAN, FUNCTION, isBoolean, isFunction, option, parseOptions, signalOption } from "./options/parse.js";
import type { SignalLike } from "./platform.js";
import {
  CONFIRM_MS, CONFLICT, CONFLICT_ADVICE, IDLE_MS, KEPT_IDS, MAX_BACKOFF_MS, MAX_CHECKED_OFFSET, MAX_POLL_WAIT_MS, POLL_SECONDS,
} from "./policy.js";
import { backoffMs, retryAfterMs } from "./transport/retry.js";
import { sleep } from "./transport/timeout.js";
import type { Update, UpdateKind } from "./types.js";

/** Options of {@link Bot.updates}. */
export interface UpdatesOptions {
  /** Seconds that the service waits for an update before it answers with none. Default 30. */
  timeout?: number | undefined;
  /** How many updates one answer may hold, 1 to 100. Default 100, the service's own. */
  limit?: number | undefined;
  /** The kinds to receive; an empty list means all. When left out, what was set before holds. */
  allowed_updates?: readonly UpdateKind[] | undefined;
  /** Ends the iteration, without a throw, and confirms what was processed. */
  signal?: SignalLike | undefined;
  /**
   * Told of each fault that is waited out, before the wait, and for how many milliseconds: `retry_after`, but an hour at most, or
   * else a back-off of up to 30 s. What it throws ends the iteration. A 409 means that a webhook is set or that another
   * program polls. Default: a 409 is written to the console, once until the next answer.
   */
  onError?: ((error: BotwireError, waitMs: number) => void | Promise<void>) | undefined;
  /**
   * Whether leaving the loop by `break`, `return` or a throw confirms the update in hand too. With it an update may
   * be lost when handling it throws; without it, one that was handled before a `break` comes again. Default false.
   */
  confirmOnBreak?: boolean | undefined;
}

interface Checked extends Omit<UpdatesOptions, "allowed_updates"> {
  readonly parameters: { readonly timeout: unknown; readonly limit: unknown; readonly allowed_updates: unknown };
}

/** See {@link Bot.updates}. */
export async function* updates(bot: () => Core, options: unknown): AsyncGenerator<Update, void, undefined> {
  const core = bot();
  const { parameters, signal, onError, confirmOnBreak } = checkedOptions(options);
  const seen = new Seen();
  const isSeen = (update: Update): boolean => seen.has(update.update_id);
  /** What the next call confirms up to; undefined when there is nothing to confirm. */
  let offset: number | undefined;
  /** The offset that the service has had. */
  let confirmed: number | undefined;
  let isRepeating = false;
  let received: readonly Update[] = [];
  /** The index of the first that is not processed. */
  let index = 0;
  let inHand: Update | undefined;
  let faults = 0;
  /** Whether the conflict of this run of faults was told. */
  let isWarned = false;
  try {
    while (!signal?.aborted) {
      const started = Date.now();
      let waitMs = 0;
      received = [];
      index = 0;
      seen.forget();
      try {
        received = await poll(core, { ...parameters, offset }, { signal, retry: 0 });
        confirmed = offset;
        const repeated = received.filter(isSeen).length;
        // A service that repeats what it was told to forget is told again each time, and not asked at full speed.
        isRepeating ||= repeated > 0;
        if (repeated > 0 && repeated === received.length) throw unexpected("updates that were confirmed");
        faults = 0;
        isWarned = false;
        if (received.length === 0) waitMs = Math.min(IDLE_MS, started + IDLE_MS - Date.now());
      } catch (error) {
        if (signal?.aborted) return;
        if (!isBotwireError(error) || isFatal(error)) throw error;
        const backoff = backoffMs(core.settings.baseMs, ++faults, MAX_BACKOFF_MS);
        waitMs = Math.min(MAX_POLL_WAIT_MS, retryAfterMs(error) ?? backoff);
        if (onError) await onError(error, waitMs);
        else if (statusOf(error) === CONFLICT && !isWarned) {
          isWarned = true;
          console.error(`${error.message} (${CONFLICT_ADVICE})`);
        }
      }
      // An aborted signal ends the loop.
      await sleep(waitMs, { method: METHOD, signal, redact: core.redact }).catch(() => {});
      // With nothing left to confirm the offset is left out: after a week without updates the next identifier is
      // random, and one below the offset would count as confirmed before it was ever seen.
      if (received.length === 0 && !isRepeating && faults === 0) offset = undefined;
      const next = received.reduce((greatest, update) => Math.max(greatest, update.update_id), 0) + 1;
      for (; index < received.length && !signal?.aborted; index++) {
        const update = received[index]!;
        if (!isSeen(update)) {
          inHand = update;
          yield update;
          inHand = undefined;
          seen.add(update.update_id);
        }
        offset = index + 1 < received.length ? update.update_id + 1 : next;
      }
    }
  } finally {
    if (inHand && confirmOnBreak) {
      index++;
      offset = inHand.update_id + 1;
    }
    if (offset !== undefined) {
      // What was not processed stays unconfirmed, even if identifiers came out of order.
      const last = received.slice(index).reduce((least, update) => Math.min(least, update.update_id), offset);
      if (last !== confirmed) {
        await poll(core, { offset: last, limit: 1, timeout: 0 }, { timeoutMs: CONFIRM_MS, retry: 0 }).catch(() => {});
      }
    }
  }
}

const METHOD = "getUpdates";
const unexpected = (what: string): HttpError => new HttpError(METHOD, 200, what);


async function poll(core: Core, { offset, ...parameters }: Record<string, unknown>, options: object): Promise<Update[]> {
  // An update with a greater identifier, or with that one, could not be confirmed otherwise, and would come for ever.
  const checkLimits = Number(offset) > MAX_CHECKED_OFFSET ? false : undefined;
  const result = await call(core, METHOD, { offset, ...parameters }, { ...options, checkLimits });
  if (Array.isArray(result) && result.every(isIdentified)) return result;
  throw unexpected("a result that is no Array of Update");
}

/** Whether an update can be confirmed. An offset below 0 would make the service forget others. */
const isIdentified = (update: any): boolean =>
  Number.isSafeInteger(update?.update_id) && update.update_id >= 0 && update.update_id < Number.MAX_SAFE_INTEGER;

function checkedOptions(options: unknown = {}): Checked {
  const owner = "updates";
  return parseOptions(owner, options, ({ timeout = POLL_SECONDS, limit, allowed_updates, signal, onError, confirmOnBreak }) => ({
    parameters: { timeout, limit, allowed_updates },
    signal: signalOption(owner, signal),
    onError: option(owner, "onError", onError, FUNCTION, isFunction),
    confirmOnBreak: option(owner, "confirmOnBreak", confirmOnBreak, BOOLEAN, isBoolean),
  }));
}

/** What waiting does not mend: a wrong token, base URL or parameter. */
function isFatal(error: BotwireError): boolean {
  const status = statusOf(error);
  return isValidationError(error) || (status >= 400 && status < 500 && ![408, CONFLICT, 429].includes(status));
}


/** The identifiers of what was processed: at least the last 10 000 and all of the last answer. */
class Seen {
  #recent = new Set<number>();
  #older = new Set<number>();

  has(id: number): boolean {
    return this.#recent.has(id) || this.#older.has(id);
  }

  add(id: number): void {
    this.#recent.add(id);
  }

  /** Forgets the older ones if there are enough. */
  forget(): void {
    if (this.#recent.size < KEPT_IDS) return;
    this.#older = this.#recent;
    this.#recent = new Set();
  }
}
