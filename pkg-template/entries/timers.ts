// Timers of time-outs in Node, where a new one for each call costs a tenth of it: the one that was needed last is armed anew.

/** What `setTimeout` returns in Node. */
interface Timeout {
  ref(): Timeout;
  unref(): Timeout;
  refresh(): Timeout;
  /** What it calls: something around what it was given where zone.js, happy-dom or the like watch over timers. */
  readonly _onTimeout?: unknown;
}

/** A timer, and what it does for whom; nothing while it waits to be armed again. */
interface Armed {
  act: ((subject: any) => void) | undefined;
  subject: unknown;
  readonly ms: number;
  /** Another one stands there while a test has its own clock. */
  readonly madeBy: typeof setTimeout;
  /** Nothing, too, where `setTimeout` is a stub. */
  timer: Timeout | undefined;
}

/** One that is over; the process may end while it runs. */
let spare: Armed | undefined;

/**
 * As `setTimeout`, for `disarm`. A timer keeps the async context in which it was made, so that one whose end is told to
 * listeners of a signal is always new.
 */
export function arm<T extends { readonly controller: unknown }>(act: (subject: T) => void, ms: number, subject: T): Armed {
  if (spare?.ms === ms && spare.madeBy === setTimeout && isOwn(spare.timer) && !subject.controller) {
    const armed = spare;
    spare.timer.ref().refresh();
    spare = undefined;
    armed.act = act;
    armed.subject = subject;
    return armed;
  }
  const armed: Armed = { act, subject, ms, madeBy: setTimeout, timer: undefined };
  armed.timer = setTimeout(fire, ms, armed) as unknown as Timeout;
  return armed;
}

/** As `clearTimeout`, but only once: another call may have it then. Only a timer of its own is left running. */
export function disarm(armed: Armed): void {
  const hasFired = armed.act === undefined;
  armed.act = armed.subject = undefined;
  if (hasFired) return;
  const { timer } = armed;
  if (!isOwn(timer)) return clearTimeout(timer as unknown as number);
  if (spare) clearTimeout(spare.timer as unknown as number);
  timer.unref();
  spare = armed;
}

/** Whether it calls `fire`, with nothing around it, and nobody has stopped it. */
const isOwn = (timer: Timeout | undefined): timer is Timeout => timer?._onTimeout === fire;

function fire(armed: Armed): void {
  const { act, subject } = armed;
  armed.act = armed.subject = undefined;
  if (armed === spare) spare = undefined;
  act?.(subject);
}
