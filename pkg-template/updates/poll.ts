// Long polling with the handler of a webhook.
import { type Bot, coreOf, withMiddleware } from "../bot.js";
import { callMethod } from "../call.js";
import { start } from "../engine/start.js";
import { TimeoutError, ValidationError } from "../errors/errors.js";
import type { Core } from "../options/bot-options.js";
import { FUNCTION, option } from "../options/parse.js";
import { BUSY_SHARE, ENDLESS_ADVICE, ENDLESS_MS, FIRST_BUSY_MS, LATE_SIGNAL_MS, LONGEST_BUSY_MS, MAX_BACKOFF_MS } from "../policy.js";
import { extractFiles } from "../request/extract-files.js";
import { validateParams } from "../request/validate.js";
import type { Update, WebhookInfo } from "../types.js";
import { ChatQueue, type Gathers } from "./chat-queue.js";
import type { UpdateHandler } from "./context.js";
import { missingKinds } from "./kinds.js";
import { Delivery } from "./delivery.js";
import type { UpdateSettings } from "./settings.js";
import { type DeliveryAction, type DeliveryEvent, DO_RESPOND_AGAIN, ON_STOP } from "./delivery-rules.js";
import { isPage, type NothingMissing, OWNER, type PollArguments, pollSettings, type PollSettings } from "./poll-options.js";
import { parseUpdate, type Rejection } from "./parse-update.js";
import { pollWaitMs, UpdateReceiver } from "./receiver.js";
import { sayOnce } from "./say-once.js";
import { checkCall, sendCall } from "./send-call.js";

/**
 * Receives updates by long polling. It uses the same handlers as a webhook, such as one of {@link on}, with the same context.
 *
 * ```ts
 * const stop = new AbortController();
 * process.once("SIGINT", () => stop.abort());
 * await poll(bot, handler, { env: process.env, signal: stop.signal });
 * ```
 *
 * - A webhook is deleted first, and the console says so, unless `keepWebhook` is true, which is the default in a web page.
 * - Updates of a chat are handled in order, one at a time. Updates of up to `concurrency` chats are handled at the same time.
 *   An update without a chat counts as one of its user.
 * - A returned call is sent as an ordinary call.
 * - A returned call is checked, then the end of the update is saved, and then the call is sent. Its own failure is reported.
 * - If a handler throws, `onError` is called. The update is handled again after a back-off if another run may succeed: after a failure
 *   of the network or a timeout, 429, 5xx, up to `attempts` runs, unless the handler has made a call of `context.bot` that may have
 *   had an effect; and after any failure of a store. Otherwise the update counts as handled, see `onError`.
 * - An update is confirmed after it and all earlier ones were handled. After a crash, unconfirmed updates arrive again. A `store`
 *   removes those that were handled.
 * - If getUpdates fails temporarily, `poll` waits and tries again, see `onRetry`. A 409 means that a webhook is set or that
 *   another program polls.
 *
 * @returns A promise that resolves after the signal was aborted, when the running handlers and their `waitUntil` promises have
 * ended and their updates are confirmed. The signal of their contexts is aborted after 25 s.
 * @throws ValidationError if an argument is invalid. After the running handlers have ended, permanent errors such as a 401, and
 * any error that `onRetry` throws.
 */
export async function poll<Env = unknown, Extra = unknown>(
  bot: Bot,
  handler: NothingMissing<Extra> & UpdateHandler<Env, Extra>,
  ...[options]: PollArguments<Env>
): Promise<void> {
  const core = coreOf(bot, OWNER);
  const handle = option<UpdateHandler<any>>(OWNER, "handler", handler ?? null, FUNCTION)!;
  const settings = pollSettings(core, options === undefined ? {} : options);
  const { signal, parameters } = settings;
  const handled = withMiddleware(bot, settings.use);
  await start();
  // Checked before the webhook is deleted.
  validateParams(core, "getUpdates", extractFiles("getUpdates", parameters, false), core.settings.checkLimits);

  const receiver = new UpdateReceiver(core, settings);
  const isLeft = (id: number): boolean => signal?.aborted === true && !queue.isBelow(id);
  const polling: Polling = { settings: { ...settings, bot: handled, core: coreOf(handled, OWNER) }, handle, receiver, background: new Set(), progress: new Map(), grace: new AbortController(), isLeft };
  const queue = new ChatQueue(settings.concurrency, (update, gathers) => handleOnce(polling, update, gathers));
  let timer: unknown;
  const end = (): void => {
    queue.end();
    timer ??= core.clock.setTimeout(() => polling.grace.abort(new TimeoutError(OWNER, LATE_SIGNAL_MS)), LATE_SIGNAL_MS);
  };
  signal?.addEventListener("abort", end);
  try {
    let hasPolling = settings.keepWebhook ?? isPage();
    while (!hasPolling && !signal?.aborted) {
      hasPolling = await receiver.waitOut(() => prepare(core, settings, handle));
    }
    while (!signal?.aborted) {
      // The service answers at once with the updates that are being handled, because they are not confirmed.
      for (const update of await receiver.receive(queue.isIdle ? undefined : 0)) {
        polling.progress.set(update.update_id, { since: core.clock.now() - (performance.now() - receiver.answeredAt), tries: 0, attempts: 0 });
        queue.add(update);
      }
      // Later updates come only when these are done. One that waits for longer than a back-off is handled for the last time.
      if (receiver.isFull) {
        queue.cutWaits(MAX_BACKOFF_MS, ({ update_id }) => (polling.progress.get(update_id)!.attempts = settings.attempts - 1));
        warnOfEndless(polling);
      }
      await queue.idle(busyMs(performance.now() - receiver.answeredAt));
    }
  } finally {
    end();
    while (!queue.isIdle) await queue.idle();
    while (polling.background.size > 0) await Promise.all(polling.background);
    core.clock.clearTimeout(timer);
    signal?.removeEventListener("abort", end);
    await receiver.confirm();
    const left = [...polling.progress.keys()];
    if (signal?.aborted && left.length > 0) {
      const [what, again] = left.length === 1 ? ["1 update was", ""] : [`${left.length} updates were`, "those from "];
      console.warn(`poll: ended before ${what} handled; the service delivers ${again}update_id ${Math.min(...left)} again`);
    }
  }
}

/** The state of one `poll`. */
interface Polling {
  readonly settings: PollSettings & UpdateSettings;
  readonly handle: UpdateHandler<any>;
  readonly receiver: UpdateReceiver;
  /** The promises of `waitUntil` that are pending. */
  readonly background: Set<Promise<unknown>>;
  /** The updates that are not done: when each came, how often it was tried, and how many runs of its handler count. */
  readonly progress: Map<number, { readonly since: number; tries: number; attempts: number }>;
  /** Aborted some time after the caller's signal. */
  readonly grace: AbortController;
  /** Returns whether `poll` ends, and handles this update no more if it only waits. */
  readonly isLeft: (id: number) => boolean;
}

/** An update that was polled. */
class PolledUpdate extends Delivery {
  isDone = false;

  constructor(
    private readonly polling: Polling,
    update: Update,
    kind: string | undefined,
    handle: UpdateHandler<any>,
    startedAt: number,
    private readonly resolve: () => void,
  ) {
    const { settings, background } = polling;
    const waitUntil = (promise: Promise<unknown>): void => {
      const pending: Promise<unknown> = promise.finally(() => background.delete(pending));
      background.add(pending);
    };
    super(OWNER, settings, handle, update, kind, settings.env, undefined, { waitUntil }, startedAt, { accepts: false, inline: false });
  }

  signal(): AbortSignal {
    return this.polling.grace.signal;
  }

  gone(): DeliveryEvent | undefined {
    return this.polling.isLeft(this.update.update_id) ? ON_STOP : undefined;
  }

  check(): Promise<void> {
    return checkCall(this, this.call);
  }

  send(): Promise<void> {
    return sendCall(this, this.call);
  }

  respond(action: DeliveryAction): void {
    this.isDone = action !== DO_RESPOND_AGAIN;
  }

  ended(): void {
    this.resolve();
  }

  signalLater(): void {}

  textOfResponse(): undefined {}
}

/** Handles an update once. Resolves to the milliseconds until it must be handled again, or to `undefined` if it is done. */
async function handleOnce(polling: Polling, update: Update, gathers: Gathers): Promise<number | undefined> {
  const { settings, receiver, progress } = polling;
  const id = update.update_id;
  const known = progress.get(id)!;
  const parsed = parseUpdate(update);
  const [kind, handle] = "length" in parsed ? [undefined, (): never => refuse(parsed)] : [parsed.kind, polling.handle];
  let delivery: PolledUpdate;
  await new Promise<void>((resolve) => {
    delivery = new PolledUpdate(polling, update, kind, handle, known.since, resolve);
    delivery.gathers = gathers;
    delivery.attempt = known.attempts + 1;
    delivery.start();
  });
  const { isDone, attempt, error } = delivery!;
  if (!isDone) {
    known.attempts = attempt;
    return pollWaitMs(error, ++known.tries, settings.core);
  }
  progress.delete(id);
  receiver.done(id);
  return undefined;
}

function refuse([, path, expected, received]: Rejection): never {
  throw new ValidationError(OWNER, path, expected, received);
}

/** Returns the pause before the next request while updates are being handled, if no new one has come for so long. */
export const busyMs = (quietMs: number): number => Math.min(LONGEST_BUSY_MS, Math.max(FIRST_BUSY_MS, quietMs / BUSY_SHARE));

/** Warns of a handler that does not end while the service gives no more updates until its update is done. */
function warnOfEndless({ settings: { core }, progress }: Polling): void {
  const [oldest] = [...progress.values()].sort((a, b) => a.since - b.since);
  if (oldest && core.clock.now() - oldest.since > ENDLESS_MS) {
    sayOnce(`poll: ${ENDLESS_ADVICE}`);
  }
}

/**
 * Deletes the webhook, if one is set, because the service then gives no updates by polling. Warns if the list of an earlier version
 * of the bot keeps kinds of the handler away.
 */
async function prepare(core: Core, { signal, parameters }: PollSettings, handle: object): Promise<void> {
  const options = { signal, retry: 0 };
  const { url, allowed_updates } = (await callMethod(core, "getWebhookInfo", {}, options)) as WebhookInfo;
  const missing = parameters.allowed_updates === undefined ? missingKinds(handle, allowed_updates) : [];
  if (missing.length > 0) {
    console.warn(`poll: the service sends only ${allowed_updates!.join(", ")}, so the handler gets no ${missing.join(", ")}; pass allowed_updates: [] for all kinds, or a list`);
  }
  if (!url) return;
  await callMethod(core, "deleteWebhook", {}, options);
  console.warn("poll: deleted the webhook of the bot, because the service uses either the webhook or polling, not both; registerWebhook sets it again");
}
