// Virtual time that advances only when nothing else can happen: replaces timers, `Date.now` and `performance.now` in slow tests.
import { setImmediate } from "node:timers/promises";

/** Turns of the event loop after which no work is pending. */
const TURNS = 5;

/**
 * Runs a task in virtual time, which starts at 0. Its timers fire in order, without a real wait, whenever all requests
 * of `fetch` are answered. `now` returns the virtual time in milliseconds, `timers` the number of pending timers.
 * `settle` waits until outside work that takes no virtual time has ended, and returns true if it had an effect here.
 */
export async function inVirtualTime(fetch, task, settle = () => false) {
  const { setTimeout, clearTimeout } = globalThis;
  const { now } = Date;
  const { now: monotonic } = performance;
  const timers = new Map();
  let time = 0;
  let last = 0;
  let requests = 0;
  globalThis.setTimeout = (act, ms = 0, ...rest) => {
    timers.set(++last, { due: time + Math.max(1, ms), act: () => act(...rest) });
    return last;
  };
  globalThis.clearTimeout = (timer) => void timers.delete(timer);
  Date.now = () => time;
  performance.now = () => time;
  const counted = async (...request) => {
    requests++;
    try {
      return await fetch(...request);
    } finally {
      requests--;
    }
  };
  let isOver = false;
  try {
    const result = task({ fetch: counted, now: () => time, timers: () => timers.size }).finally(() => (isOver = true));
    result.catch(() => {});
    while (!isOver) {
      for (let turn = 0; turn < TURNS || requests > 0; turn++) await setImmediate();
      if (await settle(time)) continue;
      const [timer, next] = [...timers].reduce((a, b) => (b[1].due < a[1].due ? b : a), [0, { due: Infinity }]);
      if (isOver || !next.act) continue;
      timers.delete(timer);
      time = Math.max(time, next.due);
      next.act();
    }
    return await result;
  } finally {
    Object.assign(globalThis, { setTimeout, clearTimeout });
    Date.now = now;
    performance.now = monotonic;
  }
}
