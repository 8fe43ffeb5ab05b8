// The places that wait for a turn. The lowest one is first.
import { PLACE_MS } from "../policy.js";

/** The number of keys with waiting places from which abandoned ones are dropped. */
const MOST_KEYS = 1000;

/** The places that have recently asked for a busy key. Places that stop asking, as of killed processes, are forgotten. */
export class Places {
  /** By key and place: the time until which it is remembered. */
  readonly #keys = new Map<string, Map<number, number>>();

  /** Remembers a place. Returns whether no lower one waits for the key. */
  isFirst(key: string, place: number, now: number): boolean {
    const places = this.#keys.get(key) ?? new Map<number, number>();
    places.set(place, now + PLACE_MS);
    if (this.#keys.size >= MOST_KEYS) this.#dropOld(now);
    this.#keys.set(key, places);
    for (const [other, until] of places) {
      if (until <= now) places.delete(other);
      else if (other < place) return false;
    }
    return true;
  }

  /** Forgets a place that has its turn. */
  remove(key: string, place: number): void {
    const places = this.#keys.get(key);
    places?.delete(place);
    if (places?.size === 0) this.#keys.delete(key);
  }

  #dropOld(now: number): void {
    for (const [key, places] of this.#keys) if ([...places.values()].every((until) => until <= now)) this.#keys.delete(key);
  }
}
