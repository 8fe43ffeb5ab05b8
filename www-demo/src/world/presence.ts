// How bots get their updates: the responses of `GET /user/bots` and `GET /user/clock`.
import type { User } from "botwire";

/** A poll that ended less than this many milliseconds ago counts as running: between two polls, the bot works. */
export const RECENT_MS = 10_000;

/** A delivery to a webhook. */
export interface SeenDelivery {
  readonly time: number;
  readonly update_id: number;
  /** The kind of the update. */
  readonly update?: string;
  readonly attempt: number;
  readonly status?: number;
  readonly error?: string;
  /** The start of the webhook's response. */
  readonly answer?: string;
}

/** A bot, and how it gets its updates. */
export interface BotPresence {
  readonly user: User;
  readonly webhook?: string;
  readonly polling: boolean;
  readonly last_poll?: number;
  /** The last one first. */
  readonly deliveries: readonly SeenDelivery[];
  readonly next_retry?: number;
  readonly failing: number;
  /** Updates that wait for the bot. */
  readonly waiting: number;
}

export interface Presence {
  readonly bots: readonly BotPresence[];
}

/** The emulator's clock, in milliseconds since 1970; `next` is when something is due. */
export interface ClockState {
  readonly now: number;
  readonly stopped: boolean;
  readonly next?: number;
}
