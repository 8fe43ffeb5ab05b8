// One update on its way through a handler: its states, and what the two drivers, webhook and polling, do for it.
import type { Bot } from "../bot.js";
import { TimeoutError } from "../errors/errors.js";
import type { Core } from "../options/bot-options.js";
import type { RequestLike, SignalLike } from "../platform.js";
import { PRE_CHECKOUT_MS } from "../policy.js";
import type { Update } from "../types.js";
import type { ClaimStore } from "./claims.js";
import type { UpdateHandler } from "./context.js";

/** The state of an update. */
export type DispatchState =
  /** The store is asked whether the update was handled already. */
  | "claiming"
  /** The handler runs, and the driver can still use the call that it returns. */
  | "handling"
  /** The handler is over; the call that it returned is being written or sent. */
  | "answered"
  /** The deadline has passed, whether the handler is over or not: what it returns is sent as an ordinary call. */
  | "late"
  /** Nothing is left to do. */
  | "done";

/** The outcome of an update. Unless it is `ok`, the update comes again. */
export interface DispatchOutcome {
  readonly ok: boolean;
}

/** The third argument of a host's `fetch` handler. */
export interface Host {
  waitUntil?(promise: Promise<unknown>): void;
}

/** Options that both drivers have. */
export interface DispatchSettings {
  readonly bot: Bot;
  readonly core: Core;
  readonly store: ClaimStore | ((env: unknown) => ClaimStore) | false;
  readonly claimSeconds: number;
  readonly onError: (error: unknown, context: any) => unknown;
}

/** What differs between the drivers. */
export interface Driver {
  /** `method` of errors. */
  readonly owner: string;
  /** The outcome of an update that was handled already. */
  repeated(dispatch: Dispatch): DispatchOutcome;
  /** The outcome once the handler is over: uses the call that is left to make, if there is one. */
  finish(dispatch: Dispatch, call: unknown): DispatchOutcome | Promise<DispatchOutcome>;
  /** The outcome of an error. */
  failed(): DispatchOutcome;
  /** The outcome that replaces it because of what `onError` returned; nothing if it stays. */
  resolved(returned: unknown): DispatchOutcome | undefined;
  /** The signal of the handler's context. */
  signal(dispatch: Dispatch): SignalLike;
}

/** What is dispatched. */
export interface DispatchGiven {
  readonly settings: DispatchSettings;
  readonly handle: UpdateHandler<any>;
  readonly update: Update;
  /** The name of the field that the update holds; nothing if it holds none. */
  readonly kind: string | undefined;
  readonly env: unknown;
  readonly host: Host | undefined;
  /** The request of a webhook. */
  readonly request: RequestLike | undefined;
  /** When the update came, in milliseconds. */
  readonly since: number;
}

/** An update and how far it is. */
export interface Dispatch {
  readonly driver: Driver;
  readonly given: DispatchGiven;
  state: DispatchState;
  /** What came of it, also while the claim or `onError` may take their time. */
  outcome: DispatchOutcome | undefined;
  /** The promise of all that is done with the update, if it was not over at once. */
  working: Promise<unknown> | undefined;
  /** The call that answers the query of the update, and whether it is on its way. */
  answer: object | undefined;
  isAnswerSent: boolean;
  /** What the handler is given. */
  context: { isLate: boolean } | undefined;
  /**
   * The controller of the handler's signal.
   *
   * @internal
   */
  controller: AbortController | undefined;
  /**
   * The timer after which the handler's signal is aborted.
   *
   * @internal
   */
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** An update at the start of its way. All fields are set at once: V8 is slower with an object that gets them one by one. */
export const newDispatch = (driver: Driver, given: DispatchGiven): Dispatch => ({
  driver,
  given,
  state: "claiming",
  outcome: undefined,
  working: undefined,
  answer: undefined,
  isAnswerSent: false,
  context: undefined,
  controller: undefined,
  timer: undefined,
});

/** Whether the deadline has passed: read anew after each wait. */
export const isLate = ({ state }: Dispatch): boolean => state === "late";

export const isPreCheckout = ({ given: { kind } }: Dispatch): boolean => kind === "pre_checkout_query";

export const elapsedMs = ({ given: { since } }: Dispatch): number => Date.now() - since;

/** The milliseconds left to answer a pre-checkout query. @throws TimeoutError if none are left. */
export function leftMs(dispatch: Dispatch, method: string): number {
  const left = PRE_CHECKOUT_MS - elapsedMs(dispatch);
  if (left <= 0) throw new TimeoutError(method, PRE_CHECKOUT_MS);
  return left;
}
