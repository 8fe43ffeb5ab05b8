// Remembers processed updates.

import { KEPT_IDS } from "../policy.js";

/** The identifiers of processed updates: at least the last 10,000, and all of the last answer. */
export class SeenUpdates {
  #recent = new Set<number>();
  #older = new Set<number>();
  /** The updates that were pending when identifiers were last forgotten. */
  #held: readonly number[] = [];

  has(id: number): boolean {
    return this.#recent.has(id) || this.#older.has(id);
  }

  add(id: number): void {
    this.#recent.add(id);
  }

  /**
   * Forgets older identifiers once there are enough newer ones.
   *
   * @param pending - Updates that are not done. As long as one of them is, those after it may come again.
   */
  forget(pending: ReadonlySet<number>): void {
    if (this.#recent.size < KEPT_IDS || this.#held.some((id) => pending.has(id))) return;
    this.#older = this.#recent;
    this.#recent = new Set();
    this.#held = [...pending];
  }
}
