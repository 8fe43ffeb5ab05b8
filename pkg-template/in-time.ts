// A task and its time-out.

/** A promise, also where `Promise` is another than that of the platform, as zone.js makes it. */
export const isPromise = ((value: any): value is Promise<any> => typeof value?.then === "function");

/** Timers count milliseconds in 31 bits and fire at once beyond. */
export const LONGEST_TIMER_MS = 0x7fffffff;

/** Turns of the microtask queue after which a task counts as one that waits for something. */
const SOON = 24;

/**
 * Settles with the task, or with something else when the time is up; 0 for no limit. Most tasks are over before
 * anything else could run, so only one that is not costs a timer.
 *
 * @param wait - Told if the task is not over at once.
 */
export const inTime = (async function <T>(task: Promise<T>, limitMs: number, otherwise: () => T | PromiseLike<T>, wait?: () => void): Promise<T> {
  let isOver = false;
  const end = ((): void => void (isOver = true));
  task.then(end, end);
  for (let turn = 0; turn < SOON; turn++) {
    await undefined;
    // Awaited here: a promise that is returned takes three turns of that queue instead of one.
    if (isOver) return await task;
  }
  wait?.();
  if (limitMs <= 0) return task;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(otherwise()), Math.min(limitMs, LONGEST_TIMER_MS));
    task.then(resolve, reject).then(() => clearTimeout(timer));
  });
});
