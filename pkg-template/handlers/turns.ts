// The turns of keys that a handler holds while it runs.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
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

/** Waits for the turn of each key, runs the work, and releases the turns once the update has been answered. */
export async function inTurn<Result>(
  ongoing: OngoingUpdate,
  context: UpdateContext<any>,
  store: ClaimStore,
  keys: readonly string[],
  leaseMs: number,
  work: (turns: readonly Lease[]) => Result | Promise<Result>,
): Promise<Result> {
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
    return await work(turns);
  } finally {
    if (acquired.length > 0) context.waitUntil(leave());
  }
}

/** Returns the turn that the update already holds, as in a nested `inOrder`. */
async function heldTurn(ongoing: OngoingUpdate, store: ClaimStore, key: string): Promise<Lease | undefined> {
  for (const turn of ongoing.turns) if (turn.key === key && (await turn.isHeldIn(store))) return turn;
  return undefined;
}
