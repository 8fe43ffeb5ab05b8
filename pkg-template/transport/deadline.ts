// Limits the time of a task: another result replaces that of a task which takes too long.

/** The longest delay of a timer, which counts milliseconds in 31 bits and fires at once beyond. */
export const LONGEST_TIMER_MS = 0x7fffffff;

/** Turns of the microtask queue before a timer is set: a timer costs more than most deliveries, which end sooner. */
const SOON = 24;

/**
 * Settles with the task, or with another result when the time is up; 0 for no limit.
 *
 * @param onPending - Called if the task has not ended within the first turns of the microtask queue.
 */
export async function withDeadline<T>(
  task: Promise<T>,
  limitMs: number,
  otherwise: () => T | PromiseLike<T>,
  onPending?: () => void,
): Promise<T> {
  let isOver = false;
  const end = (): void => void (isOver = true);
  task.then(end, end);
  for (let turn = 0; turn < SOON; turn++) {
    await undefined;
    // Awaited here: returning a promise takes three turns of that queue instead of one.
    if (isOver) return await task;
  }
  onPending?.();
  return withTimer(task, limitMs, otherwise);
}

/** {@link withDeadline} for a task that waits for something outside, such as the network: the timer is set at once. */
export function withTimer<T>(task: Promise<T>, limitMs: number, otherwise: () => T | PromiseLike<T>): Promise<T> {
  if (limitMs <= 0) return task;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(otherwise()), Math.min(limitMs, LONGEST_TIMER_MS));
    task.then(resolve, reject).then(() => clearTimeout(timer));
  });
}
