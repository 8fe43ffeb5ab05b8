// Responses of the control path: how bots get their updates, and the clock.
import type { BotPresence } from "botwire/emulator";

/** A poll that ended less than this many milliseconds ago counts as running: some bots open a connection for each call. */
export const RECENT_MS = 1_000;

export interface Presence {
  readonly bots: readonly BotPresence[];
}

/** True if a bot without an open connection has just polled. */
export const isRecent = ({ polling, connected, last_poll }: BotPresence, now: number): boolean =>
  !polling && !connected && last_poll !== undefined && now - last_poll < RECENT_MS;

/** The emulator's clock, in milliseconds since 1970; `next` is when something is due. */
export interface ClockState {
  readonly now: number;
  readonly stopped: boolean;
  readonly next?: number;
}
