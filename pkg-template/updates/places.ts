// The places that wait for a turn, so that the lowest one is first.
import { PLACE_MS } from "../policy.js";

/** Keys for which somebody waits, after which those that nobody asks for any more are dropped. */
const MOST_KEYS = 1000;

/** The places that have asked for a busy key lately. A place that stops asking, as when its process was killed, is forgotten. */
export class Places {
  /** By key and place: until when it is remembered. */
  readonly #keys = new Map<string, Map<number, number>>();

  /** Remembers a place, and returns whether nobody with a lower one waits for the key. */
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
