// Filters by user and by time.
import { coreOf } from "../bot.js";
import { realClock } from "../clock.js";
import { checkedOptions, type Checks, FUNCTION, integerFrom, option } from "../options/parse.js";
import type { Update } from "../types.js";
import type { HandlerReturn, UpdateContext, UpdateHandler } from "../updates/context.js";
import { kindsOf, withKinds } from "../updates/kinds.js";
import { userIdOf } from "../updates/origin.js";
import { SeenUpdates } from "../updates/seen.js";
import { gathered } from "./gather.js";

/**
 * Options of {@link usersLimit}.
 *
 * @example
 * ```ts
 * const limited = usersLimit({ perMinute: 20, onLimit: (update) => update.message && reply(update.message, "Slow down.") }, handler);
 * ```
 */
export interface UsersLimitOptions<Env = unknown> {
  /** The largest number of updates of a user that are handled in a minute. */
  perMinute: number;
  /** Called for each update over the limit, for example to say so. Default: the update is ignored. */
  onLimit?: ((update: Update, context: UpdateContext<Env>) => HandlerReturn) | undefined;
}

const MINUTE_MS = 60_000;
/** The number of users from which those without a recent update are forgotten. */
const MOST_USERS = 10_000;
const CHECKS: Checks = { perMinute: integerFrom(1), onLimit: FUNCTION };

/** Returns whether an update is part of a payment, which must not be lost, or has no user, as a post in a channel. */
const isAlwaysHandled = (update: Update): boolean =>
  userIdOf(update) === undefined || update.shipping_query !== undefined || update.pre_checkout_query !== undefined || update.message?.successful_payment !== undefined;

/** No update holds up others here. */
const NONE_PENDING: ReadonlySet<number> = new Set();

/** Remembers an update that is handled: if it comes again after a failure, it would be lost if it were ignored then. */
function remember(handled: SeenUpdates, { update_id }: Update): void {
  handled.add(update_id);
  handled.forget(NONE_PENDING);
}

/**
 * Limits how many updates of one user are handled in a minute. Payments and posts in channels are always handled, and so
 * is an update that comes again after a failure. Counts in the memory of the process or isolate, for up to about 10,000 users.
 *
 * ```ts
 * const handler = usersLimit({ perMinute: 20 }, bot);
 * ```
 *
 * @throws ValidationError if an option is invalid or unknown.
 */
export function usersLimit<Env, Extra>(options: UsersLimitOptions<Env>, handler: UpdateHandler<Env, Extra>): UpdateHandler<Env, Extra> {
  const apiName = "usersLimit";
  const { perMinute, onLimit } = checkedOptions<UsersLimitOptions<Env>>(apiName, options, CHECKS);
  option(apiName, "perMinute", perMinute ?? null, CHECKS["perMinute"]!);
  option(apiName, "handler", handler ?? null, FUNCTION);
  /** The times of each user's last updates, the oldest first. */
  const recent = new Map<number, number[]>();
  const handled = new SeenUpdates();
  const forgetOld = (since: number): void => {
    for (const [user, times] of recent) if (times.at(-1)! <= since) recent.delete(user);
  };
  const limited: UpdateHandler<Env, Extra> = (update, context) => {
    if (isAlwaysHandled(update) || handled.has(update.update_id)) return handler(update, context);
    const user = userIdOf(update)!;
    const now = coreOf(context.bot, apiName).clock.now();
    const times = (recent.get(user) ?? []).filter((time) => time > now - MINUTE_MS);
    if (times.length >= perMinute!) return onLimit?.(update, context);
    if (recent.size >= MOST_USERS) forgetOld(now - MINUTE_MS);
    recent.set(user, [...times, now]);
    remember(handled, update);
    return handler(update, context);
  };
  return withKinds(limited, kindsOf(handler));
}

/**
 * Ignores messages that are older than some seconds, such as those that waited while the bot was not running. Edits, presses of
 * buttons, queries and payments are always handled, and so is a message that comes again after a failure in the same process. Messages
 * that {@link gather} has gathered are ignored if the last one is old. The time is that of the option `clock` of the bot, by default
 * that of the machine.
 *
 * ```ts
 * await poll(bot, ignoreOlderThan(60, handler));
 * ```
 *
 * @throws ValidationError if an argument is invalid.
 */
export function ignoreOlderThan<Env, Extra>(seconds: number, handler: UpdateHandler<Env, Extra>): UpdateHandler<Env, Extra> {
  const apiName = "ignoreOlderThan";
  option(apiName, "seconds", seconds ?? null, integerFrom(0));
  option(apiName, "handler", handler ?? null, FUNCTION);
  const handled = new SeenUpdates();
  const recent: UpdateHandler<Env, Extra> = (update, context) => {
    const message = update.message ?? update.channel_post;
    if (message === undefined || message.successful_payment !== undefined) return handler(update, context);
    const { clock } = coreOf(context.bot, apiName);
    // The clock of the platform counts from the start of the process.
    const now = clock === realClock ? Date.now() : clock.now();
    // A new message that was gathered with old ones is not lost.
    const { date } = gathered(message, context).at(-1)!;
    if (date < now / 1000 - seconds && !handled.has(update.update_id)) return undefined;
    remember(handled, update);
    return handler(update, context);
  };
  return withKinds(recent, kindsOf(handler));
}
