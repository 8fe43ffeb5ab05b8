// Time limits: if a task takes too long, another result replaces its own.

import { type Clock, realClock } from "../clock.js";
import { TIMER_SLACK_MS } from "../policy.js";

/** The longest delay of a timer, which counts milliseconds in 31 bits and fires at once beyond. */
export const LONGEST_TIMER_MS = 0x7fffffff;

/** Returns the milliseconds between two calls at a rate: a little more, so that no second has too many calls. */
export const intervalMs = (perSecond: number): number => (1001 + TIMER_SLACK_MS) / perSecond;

/** Settles with the task, or with another result after the time limit; 0 for no limit. */
export function withDeadline<T>(task: Promise<T>, limitMs: number, otherwise: () => T | PromiseLike<T>, clock: Clock = realClock): Promise<T> {
  if (limitMs <= 0) return task;
  return new Promise((resolve, reject) => {
    const timer = clock.setTimeout(() => resolve(otherwise()), Math.min(limitMs, LONGEST_TIMER_MS));
    task.then(resolve, reject).then(() => clock.clearTimeout(timer));
  });
}
