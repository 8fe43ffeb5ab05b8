// The places of updates of this process that have a turn or wait for it: when one leaves, the next one asks at once.
import { FIRST_LOOK_MS, PLACE_MS } from "../policy.js";
import type { Place } from "../updates/held-keys.js";

/** By key and not by store, because a handler may get a new store for each request. */
const nearby = new Map<string, Set<PlaceNearby>>();
/** How often the next update asks, because its turn may be held elsewhere. */
const LOOK_OF_NEXT_MS = 2 * FIRST_LOOK_MS;
/** How often other updates ask, so that the store remembers their places. */
const LOOK_OF_OTHERS_MS = PLACE_MS / 4;

export class PlaceNearby implements Place {
  #wake = (): void => {};

  constructor(private readonly key: string, readonly number: number) {
    nearby.set(key, (nearby.get(key) ?? new Set()).add(this));
  }

  pause(wait: (ms: number) => Promise<void>): Promise<void> {
    return Promise.race([wait(this.#isNext() ? LOOK_OF_NEXT_MS : LOOK_OF_OTHERS_MS), new Promise<void>((resolve) => (this.#wake = resolve))]);
  }

  leave(): void {
    const places = nearby.get(this.key);
    if (!places?.delete(this)) return;
    if (places.size === 0) nearby.delete(this.key);
    const next = [...places].reduce((lowest, { number }) => Math.min(lowest, number), Infinity);
    for (const place of places) if (place.number === next) place.#wake();
  }

  #isNext(): boolean {
    return [...nearby.get(this.key)!].every(({ number }) => number >= this.number);
  }
}
