// The turns of keys that an update holds until its end.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import type { Check } from "../options/parse.js";
import { LONGEST_LOOK_MS, TURN_GROWTH } from "../policy.js";
import type { ClaimStore } from "../updates/claims.js";
import type { Delivery } from "../updates/delivery.js";
import { CONTEXT, type Shared } from "../updates/handler-context.js";
import type { Held } from "../updates/held-keys.js";
import { heldTurn, leave, waitForTurn } from "../updates/waits.js";
import { PlaceNearby } from "./place.js";

/** Returns the update of a context. @throws ValidationError if the context is not one of this package. */
export function deliveryOf(apiName: string, context: object): Delivery {
  const delivery = (context as Partial<Shared>)[CONTEXT]?.();
  if (!delivery) throw new ValidationError(apiName, "context", "the context of createWebhookHandler or poll", describe(context));
  return delivery;
}

/** The check of a key that `by` returns. */
export const KEY: Check = ["a finite number or a String with at least one character", (key) => (typeof key === "string" ? key !== "" : Number.isFinite(key))];

/** Waits for the turn of each key, and runs the work. The turns are held until the update has ended, and the work too. */
export async function inTurn<Result>(
  apiName: string,
  { keys, settings, update }: Delivery,
  store: ClaimStore,
  names: readonly string[],
  work: (turns: readonly Held[]) => Result | PromiseLike<Result>,
): Promise<Result> {
  // Longer than the claim: if a process dies, a redelivery of its update that waits for the claim then asks for the turn before the
  // turn of the dead process ends, and comes before later updates. The claim may have been renewed a third of its lease after the turn.
  const leaseMs = Math.ceil(TURN_GROWTH * (settings.leaseMs + LONGEST_LOOK_MS));
  const turns: Held[] = [];
  try {
    for (const key of names) {
      // An outer handler may hold it.
      const turn = (await heldTurn(keys, store, key)) ?? (await waitForTurn(keys, apiName, store, key, leaseMs, new PlaceNearby(key, update.update_id)));
      if (turn) turns.push(turn);
      if (turn) turn.uses++;
    }
    return await work(turns);
  } finally {
    leave(keys, turns);
  }
}
