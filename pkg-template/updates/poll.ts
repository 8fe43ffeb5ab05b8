// Long polling with the handler of a webhook.
import { type Bot, coreOf, withMiddleware } from "../bot.js";
import { callMethod } from "../call.js";
import { start } from "../engine/start.js";
import { describe } from "../errors/describe.js";
import { TimeoutError, ValidationError } from "../errors/errors.js";
import type { Core } from "../options/bot-options.js";
import { FUNCTION, option } from "../options/parse.js";
import { LATE_SIGNAL_MS, MAX_BACKOFF_MS } from "../policy.js";
import { extractFiles } from "../request/extract-files.js";
import { validateParams } from "../request/validate.js";
import { isRepeatable } from "../transport/retry.js";
import type { Update, WebhookInfo } from "../types.js";
import { ChatQueue } from "./chat-queue.js";
import type { UpdateHandler } from "./context.js";
import { missingKinds } from "./kinds.js";
import { ongoingUpdate } from "./ongoing.js";
import { isPage, OWNER, type PollArguments, type PollErrorContext, pollSettings, type PollSettings } from "./poll-options.js";
import { pollWaitMs, UpdateReceiver } from "./receiver.js";
import { runUpdate } from "./run.js";
import { sendCall } from "./send-call.js";
import { parseUpdate } from "./parse-update.js";

/** Milliseconds between requests for updates of other chats, while updates are being handled. */
const BUSY_MS = 500;

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
 * - If a handler throws, `onError` is called, and the update is handled again after a back-off, up to `retries` times. Then it
 *   is skipped. The same applies if the returned call fails and may be repeated: after 429 or `retry_after`, and for idempotent
 *   methods after 5xx, a network error or a timeout. After other failures of the call, the update counts as handled.
 * - An update is confirmed after it and all earlier ones were handled or skipped. After a crash, unconfirmed updates arrive
 *   again. A `store` removes those that were handled.
 * - If getUpdates fails temporarily, `poll` waits and tries again, see `onRetry`. A 409 means that a webhook is set or that
 *   another program polls.
 *
 * @returns A promise that resolves after the signal was aborted, when the running handlers and their `waitUntil` promises have
 * ended and their updates are confirmed. The signal of their contexts is aborted after 25 s.
 * @throws ValidationError if an argument is invalid. After the running handlers have ended, permanent errors such as a 401, and
 * any error that `onRetry` throws.
 */
export async function poll<Env = unknown>(bot: Bot, handler: UpdateHandler<Env>, ...[options]: PollArguments<Env>): Promise<void> {
  const core = coreOf(bot, OWNER);
  const handle = option<UpdateHandler<any>>(OWNER, "handler", handler ?? null, FUNCTION)!;
  const settings = pollSettings(core, options === undefined ? {} : options);
  const { signal, parameters } = settings;
  const handled = withMiddleware(bot, settings.use);
  await start();
  // Checked before the webhook is deleted.
  validateParams(core, "getUpdates", extractFiles("getUpdates", parameters, false), core.settings.checkLimits);

  const receiver = new UpdateReceiver(core, settings);
  const polling: Polling = { bot: handled, core: coreOf(handled, OWNER), handle, settings, receiver, background: new Set(), progress: new Map(), grace: new AbortController() };
  const queue = new ChatQueue(settings.concurrency, (update) => handleOnce(polling, update));
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
        polling.progress.set(update.update_id, { since: core.clock.now() - (performance.now() - receiver.answeredAt), failed: 0 });
        queue.add(update);
      }
      // Later updates come only when these are done. One that waits for longer than a back-off is handled for the last time.
      if (receiver.isFull) queue.cutWaits(MAX_BACKOFF_MS, ({ update_id }) => (polling.progress.get(update_id)!.failed = settings.retries));
      await queue.idle(BUSY_MS);
    }
  } finally {
    end();
    while (!queue.isIdle) await queue.idle();
    while (polling.background.size > 0) await Promise.all(polling.background);
    core.clock.clearTimeout(timer);
    signal?.removeEventListener("abort", end);
    await receiver.confirm();
  }
}

/** The state of one `poll`. */
interface Polling {
  readonly bot: Bot;
  readonly core: Core;
  readonly handle: UpdateHandler<any>;
  readonly settings: PollSettings;
  readonly receiver: UpdateReceiver;
  /** The promises of `waitUntil` that are pending. */
  readonly background: Set<Promise<unknown>>;
  /** When each update that is not done came, and how many times it has failed. */
  readonly progress: Map<number, { readonly since: number; failed: number }>;
  /** Aborted some time after the caller's signal. */
  readonly grace: AbortController;
}

/** Handles an update once. Resolves to the milliseconds until it must be handled again, or to `undefined` if it is done. */
async function handleOnce(polling: Polling, update: Update): Promise<number | undefined> {
  const { bot, core, settings, receiver, background, progress, grace } = polling;
  const { store, claimSeconds, leaseMs, env } = settings;
  const id = update.update_id;
  const attempts = progress.get(id)!;
  const parsed = parseUpdate(update);
  const isUpdate = !("length" in parsed);
  // A malformed update is not retried.
  let retriesLeft = isUpdate ? Math.max(0, settings.retries - attempts.failed) : 0;
  let hasRun = false;
  let waitMs = 0;
  const onError = (error: unknown, context: PollErrorContext): unknown => {
    waitMs = pollWaitMs(error, attempts.failed + 1, core);
    return settings.onError(error, context.with({ retriesLeft }));
  };
  const handle: UpdateHandler<any> = (_, context) => {
    hasRun = true;
    if (isUpdate) return polling.handle(update, context);
    const [, path, expected, received] = parsed;
    throw new ValidationError(OWNER, path, expected, received);
  };
  const waitUntil = (promise: Promise<unknown>): void => {
    const pending: Promise<unknown> = promise.finally(() => background.delete(pending));
    background.add(pending);
  };
  const ongoing = ongoingUpdate({
    source: OWNER,
    settings: { bot, core, store, claimSeconds, leaseMs, onError },
    handle,
    update,
    kind: isUpdate ? parsed.kind : undefined,
    env,
    host: { waitUntil },
    request: undefined,
    startedAt: attempts.since,
    signal: () => grace.signal,
    isGone: () => settings.signal?.aborted === true,
  });
  const send = async (call: unknown): Promise<void> => {
    if (call === undefined) return;
    if (typeof call !== "object") throw new ValidationError(OWNER, "", "a call or nothing", describe(call));
    try {
      await sendCall(ongoing, call);
    } catch (error) {
      // The handler has done its work. The call is not repeated if the first one may have been carried out.
      if (!isRepeatable(error, `${(call as { method?: unknown }).method}`)) retriesLeft = 0;
      throw error;
    }
  };
  // While the store fails, the update is repeated, because it was not handled yet.
  const isResolved = (returned: unknown): boolean => (hasRun && retriesLeft === 0) || returned === "handled" || (returned as Response | undefined)?.ok === true;
  const working = runUpdate(ongoing, send, isResolved);
  ongoing.working = working;
  const result = await working;
  if (result.status === "failed" && !isResolved(result.returned)) {
    attempts.failed++;
    return waitMs;
  }
  // Given up because `poll` ends. It is not confirmed, so it comes again.
  if (result.status === "expired") return 0;
  progress.delete(id);
  receiver.done(id);
  return undefined;
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
  console.warn("poll: deleted the webhook of the bot, because the service does not deliver both ways; registerWebhook sets it again");
}
