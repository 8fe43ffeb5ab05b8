// The places of updates of this process that have a turn or wait for it: the next one asks at once when the turn is given back here.
import { FIRST_LOOK_MS } from "../policy.js";
import type { Place } from "../updates/claims.js";
import { Places } from "../updates/places.js";

const nearby = new Places();
/** How often the next one asks, whose turn may be held elsewhere. */
const LOOK_OF_NEXT_MS = 2 * FIRST_LOOK_MS;

export class PlaceNearby implements Place {
  #hasLeft = false;

  constructor(private readonly key: string, readonly number: number) {}

  pauseOfNext(): number | undefined {
    return this.#isNext() ? LOOK_OF_NEXT_MS : undefined;
  }

  async pause(ms: number, wait: (ms: number) => Promise<void>): Promise<void> {
    const wasNext = this.#isNext();
    for (let rest = ms; rest > 0 && !this.#hasLeft && (wasNext || !this.#isNext()); rest -= FIRST_LOOK_MS) await wait(FIRST_LOOK_MS);
  }

  leave(): void {
    this.#hasLeft = true;
    nearby.remove(this.key, this.number);
  }

  #isNext(): boolean {
    return nearby.isFirst(this.key, this.number, performance.now());
  }
}
