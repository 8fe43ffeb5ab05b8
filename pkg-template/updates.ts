// Updates by long polling, as an async iterator that neither loses nor repeats one.
import { call, type Core } from "./call.js";
import { type BotwireError, HttpError, isBotwireError, isValidationError, statusOf } from "./errors.js";
import { sleep } from "./exchange.js";
import type { SignalLike } from "./platform.js";
import { backoffMs, retryAfterMs } from "./retry.js";
import { BOOLEAN, FUNCTION, isBoolean, isFunction, option, reading, signalOption } from "./settings.js";
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
  /** Told of each fault that is waited out, and for how many milliseconds. What it throws ends the iteration. */
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

/** Seconds. */
const POLL_SECONDS = 30;
/** The longest wait after a fault that names none. */
const LONGEST_WAIT_MS = 30_000;
/** A service that does not wait until there is an update is asked again after this time at the earliest. */
const IDLE_MS = 100;
/** How long the last confirmation may take: nobody waits for it gladly. */
const CONFIRM_MS = 5000;

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
  let waiting: Update[] = [];
  let inHand: Update | undefined;
  let faults = 0;
  try {
    while (!signal?.aborted) {
      const started = Date.now();
      let waitMs = 0;
      try {
        waiting = await poll(core, { ...parameters, offset }, { signal, retry: 0 });
        confirmed = offset;
        // A service that repeats what it was told to forget is told again each time, and not asked at full speed.
        isRepeating ||= waiting.some(isSeen);
        if (waiting.length > 0 && waiting.every(isSeen)) throw unexpected("updates that were confirmed");
        faults = 0;
        if (waiting.length === 0) waitMs = started + IDLE_MS - Date.now();
      } catch (error) {
        if (signal?.aborted) return;
        if (!isBotwireError(error) || isFatal(error)) throw error;
        waitMs = retryAfterMs(error) ?? Math.min(LONGEST_WAIT_MS, backoffMs(core.settings.baseMs, ++faults));
        await onError?.(error, waitMs);
      }
      // An aborted signal ends the loop.
      await sleep(waitMs, { method: METHOD, signal, redact: core.redact }).catch(() => {});
      // With nothing left to confirm the offset is left out: after a week without updates the next identifier is
      // random, and one below the offset would count as confirmed before it was ever seen.
      if (waiting.length === 0 && !isRepeating && faults === 0) offset = undefined;
      const next = Math.max(...waiting.map((update) => update.update_id)) + 1;
      while (waiting.length > 0 && !signal?.aborted) {
        const update = waiting[0]!;
        if (!isSeen(update)) {
          inHand = update;
          yield update;
          inHand = undefined;
          seen.add(update.update_id);
        }
        waiting.shift();
        offset = waiting.length > 0 ? update.update_id + 1 : next;
      }
    }
  } finally {
    if (inHand && confirmOnBreak) {
      waiting.shift();
      offset = inHand.update_id + 1;
    }
    if (offset !== undefined) {
      // What was not processed stays unconfirmed, even if identifiers came out of order.
      const last = { offset: Math.min(offset, ...waiting.map((update) => update.update_id)), limit: 1, timeout: 0 };
      if (last.offset !== confirmed) await poll(core, last, { timeoutMs: CONFIRM_MS, retry: 0 }).catch(() => {});
    }
  }
}

const METHOD = "getUpdates";
const unexpected = (what: string): HttpError => new HttpError(METHOD, 200, what);

async function poll(core: Core, parameters: object, options: object): Promise<Update[]> {
  const result = await call(core, METHOD, parameters, options);
  if (Array.isArray(result) && result.every((update) => Number.isSafeInteger(update?.update_id))) return result;
  throw unexpected("a result that is no Array of Update");
}

function checkedOptions(options: unknown = {}): Checked {
  const owner = "updates";
  return reading(owner, options, ({ timeout = POLL_SECONDS, limit, allowed_updates, signal, onError, confirmOnBreak }) => ({
    parameters: { timeout, limit, allowed_updates },
    signal: signalOption(owner, signal),
    onError: option(owner, "onError", onError, FUNCTION, isFunction),
    confirmOnBreak: option(owner, "confirmOnBreak", confirmOnBreak, BOOLEAN, isBoolean),
  }));
}

/** What waiting does not mend: a wrong token, base URL or parameter. */
function isFatal(error: BotwireError): boolean {
  const status = statusOf(error);
  return isValidationError(error) || (status >= 400 && status < 500 && ![408, 409, 429].includes(status));
}

/** How many ranges are kept. */
const RANGES = 1000;

/** The identifiers of what was processed, as ranges: they are mostly consecutive. */
class Seen {
  /** First and last of each range, the newest range last. */
  readonly #ranges: [number, number][] = [];

  has(id: number): boolean {
    return this.#ranges.some(([first, last]) => first <= id && id <= last);
  }

  add(id: number): void {
    const range = this.#ranges.at(-1);
    if (range && id === range[1] + 1) range[1] = id;
    else if (this.#ranges.push([id, id]) > RANGES) this.#ranges.shift();
  }
}
