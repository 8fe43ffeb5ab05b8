// Tells the story of a wire that grows: what no longer changes is told once.
import type { WireEntry } from "../../wire/entries.ts";
import { type Block, placeInLog, Telling } from "./blocks.ts";

/** Entries that are told anew at each change: those that still run are among them. */
const OPEN = 200;
/** Entries that are told anew at most, unless an older one still runs or comes late. */
const MOST_OPEN = 400;

export class Storyteller {
  /** The entries that are told, and their story. */
  #told: WireEntry[] = [];
  #story = new Telling();
  #lastPlace = -Infinity;

  /** The story of all entries. */
  blocks(entries: readonly WireEntry[]): Block[] {
    if (!this.#told.every((entry, at) => entries[at] === entry)) this.#forget();
    let open = entries.slice(this.#told.length);
    if (open.some((entry) => placeInLog(entry) < this.#lastPlace)) {
      this.#forget();
      open = [...entries];
    }
    if (open.length > MOST_OPEN) open = this.#close(open);
    return new Telling(this.#story).tell(inOrder(open)).blocks;
  }

  #forget(): void {
    this.#told = [];
    this.#story = new Telling();
    this.#lastPlace = -Infinity;
  }

  /** Tells the older entries for good, up to where all of them come before all others. Returns the others. */
  #close(open: readonly WireEntry[]): WireEntry[] {
    const firstAfter: number[] = [];
    for (let at = open.length - 1, first = Infinity; at >= 0; at -= 1) firstAfter[at] = first = Math.min(first, placeInLog(open[at] as WireEntry));
    let [end, last] = [0, -Infinity];
    for (let at = 0, most = -Infinity; at < open.length - OPEN; at += 1) {
      most = Math.max(most, placeInLog(open[at] as WireEntry));
      if (most < (firstAfter[at + 1] ?? Infinity)) [end, last] = [at + 1, most];
    }
    const closed = open.slice(0, end);
    this.#story = new Telling(this.#story).tell(inOrder(closed));
    this.#told.push(...closed);
    this.#lastPlace = Math.max(this.#lastPlace, last);
    return open.slice(end);
  }
}

function inOrder(entries: readonly WireEntry[]): readonly WireEntry[] {
  return [...entries].sort((one, other) => placeInLog(one) - placeInLog(other) || one.id - other.id);
}
