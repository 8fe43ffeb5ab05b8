// The rate limit of a broadcast: a number of calls per second, and none while the service asks to wait.
import type { SignalLike } from "../platform.js";
import { TIMER_SLACK_MS } from "../policy.js";
import { intervalMs, LONGEST_TIMER_MS } from "../transport/deadline.js";

export class Pace {
  readonly #intervalMs: number;
  readonly #signal: SignalLike | null | undefined;
  /** The earliest start of the next call, by the monotonic clock. */
  #next = -Infinity;
  /** The end of the last pause. */
  #pausedUntil = -Infinity;
  /** Resolves after all turns that were requested before. */
  #turns: Promise<unknown> = Promise.resolve();
  #isEnded = false;
  #wake = (): void => {};
  #onEnd = (): void => {};
  /** Resolves when no more calls may start. */
  readonly ended = new Promise<void>((resolve) => (this.#onEnd = resolve));

  /** @param signal - Ends the pace. */
  constructor(perSecond: number, signal: SignalLike | null | undefined) {
    this.#intervalMs = intervalMs(perSecond);
    this.#signal = signal;
    if (signal?.aborted) this.end();
    else signal?.addEventListener("abort", this.end);
  }

  /** True if no more calls may start. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Prevents further calls. */
  readonly end = (): void => {
    this.#isEnded = true;
    this.#signal?.removeEventListener("abort", this.end);
    this.#wake();
    this.#onEnd();
  };

  /** Prevents calls for this time. */
  pause(ms: number): void {
    if (ms > 0) this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + ms);
  }

  /** Waits until a call may start. Resolves to false if no more calls may start. */
  turn(): Promise<boolean> {
    const turn = this.#turns.then(() => this.#wait());
    this.#turns = turn;
    return turn;
  }

  async #wait(): Promise<boolean> {
    while (!this.#isEnded) {
      const waitMs = Math.max(this.#next, this.#pausedUntil) - performance.now();
      if (!(waitMs > 0)) break;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(waitMs, LONGEST_TIMER_MS));
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#next = Math.max(this.#next, performance.now() - TIMER_SLACK_MS) + this.#intervalMs;
    return !this.#isEnded;
  }
}
