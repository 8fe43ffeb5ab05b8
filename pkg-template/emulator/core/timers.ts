// Timers that use the emulator's clock: `emulator.clock`, the option `clock` of a Bot.

import type { Clock } from "../../clock.js";
import { checkFunction } from "./check.js";
import { Alarm, type Clock as EmulatorClock } from "./time.js";

interface Timer {
  readonly id: number;
  readonly due: number;
  readonly callback: () => void;
}

/** The timers of an emulator. They fire when `advance()` moves the clock past them, and as real time passes. */
export class Timers implements Clock {
  readonly #clock: EmulatorClock;
  /** In the order in which they fire. */
  readonly #timers: Timer[] = [];
  readonly #alarm = new Alarm();
  #last = 0;
  #waiting: (() => void)[] = [];

  constructor(clock: EmulatorClock) {
    this.#clock = clock;
  }

  /** The time of the next timer, if any. */
  get next(): number | undefined {
    return this.#timers[0]?.due;
  }

  /** Resolves when a timer is set. */
  added(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  readonly now = (): number => this.#clock.now();

  readonly setTimeout = (callback: () => void, ms: number): number => {
    checkFunction("callback", callback);
    // At least 1, as in Node, so that a timer which sets itself again does not stop the clock.
    const due = this.#clock.now() + (ms >= 1 ? ms : 1);
    const timer = { id: ++this.#last, due, callback };
    const later = this.#timers.findIndex((other) => other.due > due);
    this.#timers.splice(later < 0 ? this.#timers.length : later, 0, timer);
    this.#setAlarm();
    for (const resolve of this.#waiting.splice(0)) resolve();
    return timer.id;
  };

  readonly clearTimeout = (id: unknown): void => {
    const at = this.#timers.findIndex((timer) => timer.id === id);
    if (at >= 0) this.#timers.splice(at, 1);
    this.#setAlarm();
  };

  /** Calls the timers that are due. Returns whether there were any. */
  fire(): boolean {
    const now = this.#clock.now();
    let hasFired = false;
    while ((this.next ?? Infinity) <= now) {
      hasFired = true;
      try {
        this.#timers.shift()!.callback();
      } catch (error) {
        // An uncaught exception, as in a timer of the platform.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
    this.#setAlarm();
    return hasFired;
  }

  /** Removes all timers. */
  clear(): void {
    this.#timers.length = 0;
    this.#alarm.clear();
  }

  #setAlarm(): void {
    if (this.#clock.ticks) this.#alarm.set(this.#clock.until(this.next), () => this.fire(), true);
  }
}
