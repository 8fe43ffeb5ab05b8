// Time as the package measures it, so that tests can make it pass.

/** A source of time and timers, in milliseconds. Tests pass `emulator.clock`, which they can move. */
export interface Clock {
  /** Returns the time in milliseconds. It never goes back. */
  now(): number;
  /** Calls a function later. Returns an identifier for {@link Clock.clearTimeout}. */
  setTimeout(callback: () => void, ms: number): unknown;
  /** Cancels a timer. */
  clearTimeout(timer: unknown): void;
}

/** The platform's own timers, and its clock that no time synchronization sets. */
export const realClock: Clock = {
  now: () => performance.now(),
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (timer) => clearTimeout(timer as number),
};
