// The clock of the package, which tests can replace.

/** A source of time and timers, in milliseconds. Tests pass `emulator.clock`, which they can move. */
export interface Clock {
  /** Returns the time in milliseconds. It never goes back. */
  now(): number;
  /** Calls a function later. Returns an identifier for {@link Clock.clearTimeout}. */
  setTimeout(callback: () => void, ms: number): unknown;
  /** Cancels a timer. */
  clearTimeout(timer: unknown): void;
}

/** The timers of the platform, and its monotonic clock. */
export const realClock: Clock = {
  now: () => performance.now(),
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (timer) => clearTimeout(timer as number),
};
