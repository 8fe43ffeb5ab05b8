// The part of a delivery that its helpers use. In a file of its own, because the delivery imports the helpers.
import type { Bot } from "../bot.js";
import type { RequestLike, SignalLike } from "../platform.js";
import type { Update } from "../types.js";
import type { DeliveryEvent } from "./delivery-rules.js";
import type { Host, UpdateSettings } from "./settings.js";

/** An update whose handling has begun. A helper declares the members that it uses: `Pick<Ongoing, "source">`. */
export interface Ongoing {
  /** `method` in errors: the webhook or `poll`. */
  readonly source: string;
  readonly settings: UpdateSettings;
  readonly update: Update;
  /** `undefined` if the update has none. */
  readonly kind: string | undefined;
  readonly env: unknown;
  readonly request: RequestLike | undefined;
  readonly startedAt: number;
  /** The context of the handler. */
  readonly context: { with(extra: object): unknown };
  /** The bot of the context. */
  readonly bot: Bot;
  readonly isGivenUp: boolean;
  readonly isLate: boolean;
  readonly attempt: number;
  /** The host is dropped after it has thrown. */
  host: Host | undefined;
  /** The call that answers the query of the update. */
  answer: { readonly method: string } | undefined;
  error: unknown;
  /** The signal of the handler's context. */
  signal(): SignalLike;
  /** Tells the machine what happened. */
  feed(event: DeliveryEvent | undefined): void;
  /** The event if nothing waits for the update any more. */
  gone(): DeliveryEvent | undefined;
}

/** The members that `report` uses. */
export type Reported = Pick<Ongoing, "settings" | "context" | "attempt">;

/** The members that `waitUntil` uses. */
export type Hosted = Reported & Pick<Ongoing, "host">;
