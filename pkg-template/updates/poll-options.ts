// Options of poll, and their checks.
import { logError } from "../errors/cleaned.js";
import type { Core } from "../options/bot-options.js";
import { type Middleware, MIDDLEWARE } from "../options/middleware.js";
import { ATTEMPTS, CLAIM_SECONDS, LEASE_MS } from "../policy.js";
import { ANY, BOOLEAN, checkedOptions, type Checks, FUNCTION, integerFrom } from "../options/parse.js";
import type { Wrong } from "../wrong.js";
import { type ClaimStore, LEASE, SECONDS, STORE } from "./claims.js";
import type { ErrorResult, Failure, UpdateContext } from "./context.js";
import { RECEIVE_CHECKS, receiveSettings, type ReceiveOptions, type ReceiveSettings } from "./receiver.js";
import type { UpdateSettings } from "./settings.js";

/** The second argument of `onError` of {@link poll}. */
export interface PollErrorContext<Env = unknown> extends UpdateContext<Env>, Failure {}

/**
 * Options of {@link poll}. When `signal` is aborted, no further handler starts, and `poll` resolves after the running ones have
 * ended.
 *
 * @example
 * ```ts
 * await poll(bot, handler, { signal, concurrency: 8, onError: (error) => console.error(error) });
 * ```
 */
export interface PollOptions<Env = unknown> extends ReceiveOptions {
  /** The `env` of the context. Default: `undefined`. */
  env?: Env | undefined;
  /**
   * If false, the webhook is deleted first, because the service does not answer getUpdates while one is set. Its waiting
   * updates then arrive by polling. Default: false, and true in a web page, where getUpdates fails with 409 while a webhook is
   * set.
   */
  keepWebhook?: boolean | undefined;
  /**
   * Middleware around the calls of the handler: those of `context.bot`, and those that it returns. It wraps the middleware of
   * the bot, which also sees the calls of `poll` itself. Default: none.
   */
  use?: readonly Middleware[] | undefined;
  /** The largest number of chats whose updates are handled at the same time. Default 8. */
  concurrency?: number | undefined;
  /**
   * How often the handler of an update runs at most, if it fails and another run may succeed. With a `store`, runs that a process did
   * not survive count too. Default 4.
   */
  attempts?: number | undefined;
  /**
   * The store of handled updates, for several programs or across restarts. Default: false, because the service sends only
   * unconfirmed updates again.
   */
  store?: ClaimStore | ((env: Env) => ClaimStore) | false | undefined;
  /** How many seconds the store remembers a handled update. Default 86,400. */
  claimSeconds?: number | undefined;
  /**
   * How long a claim lasts after its process has died, in whole milliseconds, at least 100. A turn of `inOrder` or `sessions`
   * lasts half as long again. Both are renewed while the handler runs, for up to 15 minutes. Default 15,000.
   */
  leaseMs?: number | undefined;
  /**
   * Called with errors of the handler, of the call that it returned, of the store, and of promises of `waitUntil`.
   * `context.attempt` is the number of the run, and `context.willRetry` tells whether the handler will run again. Return `"retry"` or
   * `"handled"` to decide otherwise, for example `"retry"` for errors of your own database. Default: the error is written to the
   * console without the token.
   */
  onError?: ((error: unknown, context: PollErrorContext<Env>) => ErrorResult | Promise<ErrorResult>) | undefined;
}

/** The names of members that `Extra` adds to a context, without optional ones. */
type AddedTo<Context, Extra> = 0 extends 1 & Extra ? never : { [Name in Exclude<keyof Extra, keyof Context>]: {} extends Pick<Extra, Name> ? never : Name }[Exclude<keyof Extra, keyof Context>];

/** Refuses a handler that needs a session, or other members of the context, where nothing adds them. */
export type NothingMissing<Extra, Context = UpdateContext> = [AddedTo<Context, Extra>] extends [never] ? unknown
  : "session" extends AddedTo<Context, Extra> ? Wrong<"The handler needs a session: pass sessions({ store }, handler)">
  : Wrong<"The handler needs more members of the context: add them with context.with({ … })">;

/** Options with an `env`, if the handler needs one. */
export type PollArguments<Env> = undefined extends Env ? [options?: PollOptions<Env>] : [options: PollOptions<Env> & { env: Env }];

/** Checked options. */
export interface PollSettings extends Omit<UpdateSettings, "bot" | "core">, ReceiveSettings {
  readonly env: unknown;
  readonly keepWebhook: boolean | undefined;
  readonly concurrency: number;
  readonly use: readonly Middleware[] | undefined;
}

/** `method` in errors. */
export const OWNER = "poll";

/** Returns whether the program is a web page or its worker, which must not take the updates of a server by accident. */
export const isPage = (): boolean => typeof document === "object" || typeof (globalThis as { importScripts?: unknown }).importScripts === "function";

const CHECKS: Checks = {
  keepWebhook: BOOLEAN,
  use: MIDDLEWARE,
  concurrency: integerFrom(1),
  attempts: integerFrom(1),
  store: STORE,
  claimSeconds: SECONDS,
  leaseMs: LEASE,
  onError: FUNCTION,
  ...RECEIVE_CHECKS,
  env: ANY,
};

/** Checks options. @throws ValidationError if one is invalid. */
export function pollSettings(core: Core, options: unknown): PollSettings {
  const checked = checkedOptions<PollOptions<any>>(OWNER, options, CHECKS);
  return {
    env: undefined,
    keepWebhook: undefined,
    use: undefined,
    concurrency: 8,
    attempts: ATTEMPTS,
    store: false,
    claimSeconds: CLAIM_SECONDS,
    leaseMs: LEASE_MS,
    onError: (error) => logError(error, core),
    ...(checked as Partial<PollSettings>),
    ...receiveSettings(checked),
  };
}
