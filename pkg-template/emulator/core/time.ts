// The emulator's clock, which advance() moves, and the timer that wakes the emulator.

import { wrong } from "./check.js";

/** A length of time: milliseconds, or a number with a unit such as `"500ms"`, `"30s"`, `"5m"`, `"25h"`, `"8d"`; at most a hundred years. */
export type Duration = number | `${number}${"ms" | "s" | "m" | "h" | "d"}`;

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The longest duration: a hundred years. */
const MAX_DURATION_MS = 36_525 * 86_400_000;

/** The last time that a Date can represent. */
const LAST = 8.64e15;

/** The last time whose date fits in 32 bits: 2038-01-19 03:14:07 UTC. */
const LAST_DATE = 2 ** 31 * 1000 - 1;

/** Returns the milliseconds of a duration. */
export function milliseconds(duration: Duration): number {
  const [, amount = "", unit = ""] = (typeof duration === "string" && /^([\d.]{1,20})(ms|s|m|h|d)$/.exec(duration)) || [];
  const length = typeof duration === "number" ? duration : Number(amount || NaN) * (UNITS[unit] ?? NaN);
  if (length >= 0 && length <= MAX_DURATION_MS) return length;
  const expected = 'milliseconds or a duration such as "25h", at most "36525d"';
  const got = typeof duration === "string" ? JSON.stringify(duration.slice(0, 40)) : undefined;
  throw got === undefined ? wrong("duration", expected, duration) : new TypeError(`duration: expected ${expected}, got ${got}`);
}

/** A clock that can be moved ahead, and stopped. */
export class Clock {
  #shift = 0;
  #stopped: number | undefined;
  readonly #read: () => number;

  readonly #isPlatforms: boolean;

  constructor(now: (() => number) | undefined) {
    this.#isPlatforms = now === undefined;
    this.#read = now ?? Date.now;
  }

  /** True if real time moves the clock, so that timers of the platform can be used. */
  get ticks(): boolean {
    return this.#isPlatforms && this.#stopped === undefined;
  }

  get isStopped(): boolean {
    return this.#stopped !== undefined;
  }

  now(): number {
    if (this.#stopped !== undefined) return this.#stopped;
    const now: unknown = this.#read();
    if (typeof now !== "number" || !(Math.abs(now) <= LAST)) throw wrong("now()", "milliseconds since 1970", now);
    return now + this.#shift;
  }

  /** Stops the clock until {@link start}. Only {@link moveTo} moves it. */
  stop(): void {
    this.#stopped = this.now();
  }

  /** Lets a stopped clock continue. */
  start(): void {
    if (this.#stopped === undefined) return;
    const time = this.#stopped;
    this.#stopped = undefined;
    this.#shift += time - this.now();
  }

  /** Returns the milliseconds until a time, if there is one. */
  until(time: number | undefined): number | undefined {
    return time === undefined ? undefined : Math.max(time - this.now(), 0);
  }

  /** Returns the time after a duration. */
  after(duration: Duration): number {
    const time = this.now() + milliseconds(duration);
    if (time > LAST_DATE) throw new RangeError("the emulator's clock ends at 2038-01-19 03:14:07 UTC, as dates are integers of 32 bits");
    return time;
  }

  moveTo(time: number): void {
    const ahead = Math.max(0, time - this.now());
    if (this.#stopped === undefined) this.#shift += ahead;
    else this.#stopped += ahead;
  }
}

/** A single timer of the platform. */
export class Alarm {
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Sets the timer, or clears it if `wait` is absent. `holds`: whether it keeps a Node process alive. */
  set(wait: number | undefined, ring: () => void, holds: boolean): void {
    this.clear();
    if (wait === undefined) return;
    // Longer ones overflow and fire at once.
    this.#timer = setTimeout(ring, Math.min(wait, 0x7fffffff));
    if (!holds) (this.#timer as { unref?: () => void }).unref?.();
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}
