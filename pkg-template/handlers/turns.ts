// The turns of keys that a handler holds while it runs.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import type { Check } from "../options/parse.js";
import { LONGEST_LOOK_MS } from "../policy.js";
import type { ClaimStore, Lease } from "../updates/claims.js";
import type { UpdateContext } from "../updates/context.js";
import { waitForKey } from "../updates/lease.js";
import { CONTEXT, type OngoingUpdate, type SharedContext } from "../updates/ongoing.js";
import { PlaceNearby } from "./place.js";

/** Returns the update of a context. @throws ValidationError if the context is not one of this package. */
export function ongoingOf(owner: string, context: object): OngoingUpdate {
  const ongoing = (context as { [CONTEXT]?: SharedContext })[CONTEXT]?.();
  if (!ongoing) throw new ValidationError(owner, "context", "the context of createWebhookHandler or poll", describe(context));
  return ongoing;
}

/** The check of a key that `by` returns. */
export const KEY: Check = ["a finite number or a String with at least one character", (key) => (typeof key === "string" ? key !== "" : Number.isFinite(key))];

/** A run of {@link inTurn}. */
interface Run {
  readonly outer: Run | undefined;
  isOver: boolean;
}

/** The key of the run that a context belongs to. */
const RUN = Symbol("botwire.run");
/** The run of each update that began last. */
const lastRuns = new WeakMap<OngoingUpdate, Run>();

/** Returns the run, or the innermost one around it that is not over. */
function current(run: Run | undefined): Run | undefined {
  return run?.isOver ? current(run.outer) : run;
}

/**
 * Waits for the turn of each key, runs the work, and releases the turns once the update has been answered.
 *
 * @param context - The work receives a copy of it.
 * @throws ValidationError if another run of the update is not over, unless this one is inside of it: the update could be given up
 * for the one that waits while the handler of the other one runs.
 */
export async function inTurn<Context extends UpdateContext<any>, Result>(
  owner: string,
  ongoing: OngoingUpdate,
  context: Context,
  store: ClaimStore,
  keys: readonly string[],
  work: (context: Context, turns: readonly Lease[]) => Result | Promise<Result>,
): Promise<Result> {
  const outer = current((context as { [RUN]?: Run })[RUN]);
  if (current(lastRuns.get(ongoing)) !== outer) throw new ValidationError(owner, "handler", "one inOrder or sessions of an update at a time, or one inside the other", "two at the same time");
  const run: Run = { outer, isOver: false };
  lastRuns.set(ongoing, run);
  // Longer than the claim: if a process dies, a redelivery of its update that waits for the claim then asks for the turn before the
  // turn of the dead process ends, and comes before later updates. The claim may have been renewed a third of its lease after the turn.
  const leaseMs = Math.ceil(1.5 * (ongoing.settings.leaseMs + LONGEST_LOOK_MS));
  const turns: Lease[] = [];
  /** The turns that no outer handler holds. */
  const acquired: [Lease, PlaceNearby][] = [];
  const leave = async (): Promise<void> => {
    // The call of a late handler is part of the order too.
    await ongoing.working;
    await Promise.all(acquired.map(([turn, place]) => turn.release().finally(() => place.leave())));
  };
  try {
    for (const key of keys) {
      const held = await heldTurn(ongoing, store, key);
      if (held) {
        turns.push(held);
        continue;
      }
      const place = new PlaceNearby(key, ongoing.update.update_id);
      const turn = await waitForKey(ongoing, store, key, leaseMs, place).catch((error) => {
        place.leave();
        throw error;
      });
      if (turn === "done") place.leave();
      else {
        turns.push(turn);
        acquired.push([turn, place]);
        ongoing.turns.push(turn);
      }
    }
    return await work(context.with({ [RUN]: run }), turns);
  } finally {
    run.isOver = true;
    if (acquired.length > 0) context.waitUntil(leave());
  }
}

/** Returns the turn that the update already holds, as in a nested `inOrder`. */
export async function heldTurn(ongoing: OngoingUpdate, store: ClaimStore, key: string): Promise<Lease | undefined> {
  for (const turn of ongoing.turns) if (turn.key === key && (await turn.isHeldIn(store))) return turn;
  return undefined;
}
