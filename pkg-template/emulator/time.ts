// The emulator's clock, the platform's or the caller's, moved ahead by advance(); and what wakes it.

/** A length of time: milliseconds, or a number with a unit such as `"500ms"`, `"30s"`, `"5m"`, `"25h"`, `"8d"`. */
export type Duration = number | `${number}${"ms" | "s" | "m" | "h" | "d"}`;

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The milliseconds of a duration. */
export function milliseconds(duration: Duration): number {
  const [, amount = "", unit = ""] = /^([\d.]+)(ms|s|m|h|d)$/.exec(String(duration)) ?? [];
  const length = typeof duration === "number" ? duration : Number(amount || NaN) * (UNITS[unit] ?? NaN);
  if (!(length >= 0 && length < Infinity)) {
    throw new TypeError(`expected milliseconds or a duration such as "25h", got ${String(duration)}`);
  }
  return length;
}

/** A clock that can be moved ahead. */
export class Clock {
  #shift = 0;
  readonly #read: () => number;

  /** Whether timers of the platform say when time is up; a clock of the caller moves as it likes. */
  readonly ticks: boolean;

  constructor(now: (() => number) | undefined) {
    this.ticks = now === undefined;
    this.#read = now ?? Date.now;
  }

  now(): number {
    return this.#read() + this.#shift;
  }

  /** Milliseconds until that time, if there is one. */
  until(time: number | undefined): number | undefined {
    return time === undefined ? undefined : Math.max(time - this.now(), 0);
  }

  moveTo(time: number): void {
    this.#shift += Math.max(0, time - this.now());
  }
}

/** A timer of the platform, of which there is one at a time. */
export class Alarm {
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Rings after so many milliseconds, if that is a time at all; `holds`: a Node process stays alive for it. */
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
