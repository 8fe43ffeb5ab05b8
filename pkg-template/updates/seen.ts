// Which updates were processed.

import { KEPT_IDS } from "../policy.js";

/** The identifiers of processed updates: at least the last 10 000, and all of the last answer. */
export class SeenUpdates {
  #recent = new Set<number>();
  #older = new Set<number>();

  has(id: number): boolean {
    return this.#recent.has(id) || this.#older.has(id);
  }

  add(id: number): void {
    this.#recent.add(id);
  }

  /** Forgets older identifiers once there are enough newer ones. */
  forget(): void {
    if (this.#recent.size < KEPT_IDS) return;
    this.#older = this.#recent;
    this.#recent = new Set();
  }
}
