// An update that is being handled: its content, its origin and its state.
import type { Bot } from "../bot.js";
import { TimeoutError } from "../errors/errors.js";
import type { Core } from "../options/bot-options.js";
import type { RequestLike, SignalLike } from "../platform.js";
import { PRE_CHECKOUT_MS } from "../policy.js";
import type { Update } from "../types.js";
import type { ClaimStore, Lease } from "./claims.js";
import type { UpdateHandler } from "./context.js";

/** The state of an update. */
export type UpdateState =
  /** It waits for its claim, or in `inOrder` for its turn. */
  | "waiting"
  /** The handler runs. */
  | "handling"
  /** The handler has ended; the call that it returned is being written or sent. */
  | "answered"
  /** The handler or its call failed, and `onError` runs. */
  | "failing"
  /** `onError` has returned. */
  | "failed"
  /** The deadline has passed while the handler ran: its result is sent as an ordinary call. It stays late when it has ended. */
  | "late"
  /** The deadline has passed, or the client has disconnected, while it waited: its handler does not run. */
  | "expired"
  | "ended";

/** The third argument of a host's `fetch` handler. */
export interface Host {
  waitUntil?(promise: Promise<unknown>): void;
}

/** Options that webhook and polling share. */
export interface UpdateSettings {
  readonly bot: Bot;
  readonly core: Core;
  readonly store: ClaimStore | ((env: any) => ClaimStore) | false;
  readonly claimSeconds: number;
  readonly leaseMs: number;
  readonly onError: (error: unknown, context: any) => unknown;
}

/** An update and its origin. */
export interface IncomingUpdate {
  /** `method` in errors: the webhook or `poll`. */
  readonly source: string;
  readonly settings: UpdateSettings;
  readonly handle: UpdateHandler<any, any>;
  readonly update: Update;
  /** The kind: the name of the field in the update, or `undefined` if it has none. */
  readonly kind: string | undefined;
  readonly env: unknown;
  readonly host: Host | undefined;
  /** The request of a webhook. */
  readonly request: RequestLike | undefined;
  /** The arrival of the update, by the bot's clock. */
  readonly startedAt: number;
  /** Returns the signal of the handler's context. */
  signal(): SignalLike;
  /** Returns true if nothing waits for the update any more. */
  isGone(): boolean;
}

/** An update that is being handled. */
export interface OngoingUpdate extends IncomingUpdate {
  /** Dropped after it has thrown. */
  host: Host | undefined;
  state: UpdateState;
  /** Gives the update up while it waits. */
  expire?: () => void;
  /** Settles when the update is completely done, including a late call. */
  working?: Promise<unknown>;
  /** The turns of `inOrder` and `sessions` that it holds. */
  readonly turns: Lease[];
  /** The call that answers the query of the update, and whether it has been sent. */
  answer?: object;
  isAnswerSent?: boolean;
  /** The context of the handler. */
  context?: object;
}

/**
 * The key, in a context and its copies, of their shared update.
 *
 * @internal
 */
export const CONTEXT = Symbol.for("botwire.context");

/**
 * The update of a context and its copies. A function, so that consoles and inspectors show no content.
 *
 * @internal
 */
export type SharedContext = () => OngoingUpdate;

export const ongoingUpdate = (incoming: IncomingUpdate): OngoingUpdate => ({
  ...incoming,
  state: "waiting",
  turns: [],
});

/** Returns whether the deadline has passed while the handler ran. Call it again after each wait. */
export const isLate = ({ state }: OngoingUpdate): boolean => state === "late";

/** Returns whether the update waits for a key. Call it again after each wait. */
export const isWaiting = ({ state }: OngoingUpdate): boolean => state === "waiting";

/** Returns whether the update is given up. Call it again after each wait. */
export const isExpired = ({ state }: OngoingUpdate): boolean => state === "expired";

export const isPreCheckout = ({ kind }: OngoingUpdate): boolean => kind === "pre_checkout_query";

export const elapsedMs = ({ startedAt, settings }: OngoingUpdate): number => settings.core.clock.now() - startedAt;

/** Returns the milliseconds that remain to answer a pre-checkout query. @throws TimeoutError if none remain. */
export function remainingMs(ongoing: OngoingUpdate, method: string): number {
  const remaining = PRE_CHECKOUT_MS - elapsedMs(ongoing);
  if (remaining <= 0) throw new TimeoutError(method, PRE_CHECKOUT_MS);
  return remaining;
}
