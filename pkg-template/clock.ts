// Time as the package measures it, so that tests can make it pass.

/** Timers and the time since some moment, in milliseconds. `emulator.clock` is one that a test moves. */
export interface Clock {
  /** The time; it never goes back. */
  now(): number;
  /** Calls a function later. Returns what {@link Clock.clearTimeout} takes. */
  setTimeout(callback: () => void, ms: number): unknown;
  /** Forgets a function that was to be called. */
  clearTimeout(timer: unknown): void;
}

/** The platform's own timers, and its clock that no time synchronization sets. */
export const realClock: Clock = {
  now: () => performance.now(),
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (timer) => clearTimeout(timer as number),
};
