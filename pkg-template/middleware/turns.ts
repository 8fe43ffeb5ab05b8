// Chooses the next call: each chat has a queue, and the queues take turns.
import type { Clock } from "../clock.js";
import { AbortedError } from "../errors/errors.js";
import { plainError } from "../errors/plain-error.js";
import type { SignalLike } from "../platform.js";
import { TIMER_SLACK_MS } from "../policy.js";
import { LONGEST_TIMER_MS } from "../transport/deadline.js";
import { onAbort } from "../transport/on-abort.js";

/** A rate: a call may start from `next` on, or earlier by a burst. */
class Rate {
  #next = -Infinity;

  constructor(readonly intervalMs: number, readonly burst: number) {}

  /** The earliest start of the next call. */
  get readyAt(): number {
    return this.#next - (this.burst - 1) * this.intervalMs;
  }

  take(now: number): void {
    this.#next = Math.max(this.#next, now - TIMER_SLACK_MS) + this.intervalMs;
  }

  /** Returns true if former calls no longer limit the next one. */
  isForgotten(now: number): boolean {
    return this.#next <= now - TIMER_SLACK_MS;
  }
}

interface Queue {
  readonly rate: Rate;
  /** The waiting calls. */
  readonly starts: Set<() => void>;
  /** True if the queue is being served, or waits for its own rate. */
  isListed: boolean;
  /** The timer of the wait for its own rate. */
  timer?: unknown;
}

/** The number of known chats from which those without recent calls are forgotten. */
const MANY = 1000;

export class Turns {
  readonly #clock: Clock;
  readonly #all: Rate;
  readonly #burst: number;
  readonly #queues = new Map<string | undefined, Queue>();
  /** The queues with a call that their own rate lets start, in the order of their turns. */
  readonly #ready = new Set<Queue>();
  #pausedUntil = -Infinity;
  #timer: unknown;
  #most = MANY;

  constructor(clock: Clock, intervalMs: number, burst: number) {
    this.#clock = clock;
    this.#all = new Rate(intervalMs, burst);
    this.#burst = burst;
  }

  /** Prevents calls for this time. */
  pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.now() + ms);
  }

  /** Waits for the turn of a call. Without a chat, only the common rate applies. @throws AbortedError */
  next(method: string, chat: string | undefined, intervalMs: number, signal: SignalLike | null | undefined): Promise<void> {
    const queue = this.#queueOf(chat, intervalMs);
    return new Promise((resolve, reject) => {
      let unfollow: (() => void) | null | undefined;
      const abort = (): void => {
        queue.starts.delete(start);
        if (queue.starts.size === 0) this.#unlist(queue);
        unfollow?.();
        reject(new AbortedError(method, plainError(signal!.reason)));
      };
      const start = (): void => {
        unfollow?.();
        resolve();
      };
      if (signal?.aborted) return abort();
      unfollow = signal && onAbort(signal, abort);
      queue.starts.add(start);
      this.#list(queue);
      this.#serve();
    });
  }

  #queueOf(chat: string | undefined, intervalMs: number): Queue {
    const known = this.#queues.get(chat);
    if (known) return known;
    if (this.#queues.size >= this.#most) this.#forget();
    const queue: Queue = { rate: new Rate(chat === undefined ? 0 : intervalMs, this.#burst), starts: new Set(), isListed: false };
    this.#queues.set(chat, queue);
    return queue;
  }

  #forget(): void {
    const now = this.#clock.now();
    for (const [chat, { starts, rate }] of this.#queues) if (starts.size === 0 && rate.isForgotten(now)) this.#queues.delete(chat);
    this.#most = Math.max(MANY, 2 * this.#queues.size);
  }

  /** Adds a queue after the others, once its own rate permits a call. */
  #list(queue: Queue): void {
    if (queue.isListed || queue.starts.size === 0) return;
    queue.isListed = true;
    const waitMs = queue.rate.readyAt - this.#clock.now();
    if (!(waitMs > 0)) this.#ready.add(queue);
    else {
      queue.timer = this.#after(waitMs, () => {
        queue.isListed = false;
        this.#list(queue);
        this.#serve();
      });
    }
  }

  /** Removes a queue without calls, so that no timer keeps the process running. */
  #unlist(queue: Queue): void {
    queue.isListed = false;
    this.#ready.delete(queue);
    this.#clock.clearTimeout(queue.timer);
    if (this.#ready.size > 0) return;
    this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Starts the calls that may start now. */
  #serve(): void {
    for (const queue of this.#ready) {
      const now = this.#clock.now();
      const waitMs = Math.max(this.#all.readyAt, this.#pausedUntil) - now;
      if (waitMs > 0) {
        this.#timer ??= this.#after(waitMs, () => {
          this.#timer = undefined;
          this.#serve();
        });
        return;
      }
      this.#ready.delete(queue);
      queue.isListed = false;
      const start = queue.starts.values().next().value!;
      queue.starts.delete(start);
      this.#all.take(now);
      queue.rate.take(now);
      start();
      this.#list(queue);
    }
  }

  #after(ms: number, act: () => void): unknown {
    return this.#clock.setTimeout(act, Math.min(Math.ceil(ms), LONGEST_TIMER_MS));
  }
}
