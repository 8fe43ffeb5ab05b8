// Everything that an update waits for, with one timer: in workerd, each timer costs as much as a third of a delivery.
import type { Clock } from "../clock.js";
import { LONGEST_TIMER_MS } from "../transport/deadline.js";

/** A function and the time when it is called. */
export interface Alarm {
  readonly at: number;
  readonly act: () => void;
  /** True if Node may end before it. */
  readonly isIdle: boolean;
}

export class Alarms {
  readonly #alarms = new Set<Alarm>();
  #timer: unknown;
  #timerAt = Infinity;
  /** No timer is set before that. */
  #isStarted = false;

  constructor(private readonly clock: Clock) {}

  set(ms: number, act: () => void, isIdle = false): Alarm {
    const alarm = { at: this.clock.now() + ms, act, isIdle };
    this.#alarms.add(alarm);
    this.#arm();
    return alarm;
  }

  /** The timer may fire all the same, unless this was the last one. */
  cancel(alarm: Alarm | undefined): void {
    if (alarm && this.#alarms.delete(alarm) && this.#alarms.size === 0) this.#clear();
  }

  start(): void {
    this.#isStarted = true;
    this.#arm();
  }

  #clear(): void {
    if (this.#timerAt === Infinity) return;
    this.clock.clearTimeout(this.#timer);
    this.#timerAt = Infinity;
  }

  #arm(): void {
    if (!this.#isStarted) return;
    let at = Infinity;
    let isIdle = true;
    for (const alarm of this.#alarms) {
      at = Math.min(at, alarm.at);
      isIdle &&= alarm.isIdle;
    }
    if (at >= this.#timerAt) return;
    this.#clear();
    this.#timerAt = at;
    this.#timer = this.clock.setTimeout(() => this.#fire(at), Math.min(Math.max(1, at - this.clock.now()), LONGEST_TIMER_MS));
    if (isIdle) (this.#timer as { unref?(): void } | undefined)?.unref?.();
  }

  #fire(at: number): void {
    this.#timerAt = Infinity;
    // A timer may fire a little before its time.
    const until = Math.max(at, this.clock.now());
    for (const alarm of [...this.#alarms]) if (alarm.at <= until && this.#alarms.delete(alarm)) alarm.act();
    this.#arm();
  }
}
