// How bots get their updates: the responses of `GET /user/bots` and `GET /user/clock`.
import type { BotPresence } from "botwire/emulator";

/** A poll that ended less than this many milliseconds ago counts as running: between two polls, the bot works. */
export const RECENT_MS = 10_000;

export interface Presence {
  readonly bots: readonly BotPresence[];
}

/** The emulator's clock, in milliseconds since 1970; `next` is when something is due. */
export interface ClockState {
  readonly now: number;
  readonly stopped: boolean;
  readonly next?: number;
}
