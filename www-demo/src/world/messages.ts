// The messages of a chat, updated by events.
import type { SeenMessage } from "botwire/emulator";

/** How many messages are kept, as in the emulator. More of them are dropped in groups of a tenth. */
const KEPT_MESSAGES = 10_000;

/** Messages in the order of their numbers. */
export class Messages {
  #all: SeenMessage[] = [];
  #list: readonly SeenMessage[] | undefined;
  /** Messages deleted while the others were being fetched. */
  readonly #deleted = new Set<number>();

  /** Oldest first; the same array until something changes. */
  get list(): readonly SeenMessage[] {
    return (this.#list ??= [...this.#all]);
  }

  /** Adds a message, or replaces the one of that number. */
  put(message: SeenMessage): void {
    const at = this.#at(message.message_id);
    this.#all.splice(at, this.#all[at]?.message_id === message.message_id ? 1 : 0, message);
    if (this.#all.length >= 1.1 * KEPT_MESSAGES) this.#all = this.#all.slice(-KEPT_MESSAGES);
    this.#list = undefined;
  }

  remove(message_id: number): void {
    const at = this.#at(message_id);
    this.#deleted.add(message_id);
    if (this.#all[at]?.message_id !== message_id) return;
    this.#all.splice(at, 1);
    this.#list = undefined;
  }

  /** Adds fetched messages. Messages from events are newer and take precedence. */
  fill(fetched: readonly SeenMessage[]): void {
    const known = new Set(this.#all.map(({ message_id }) => message_id));
    const older = fetched.filter(({ message_id }) => !known.has(message_id) && !this.#deleted.has(message_id));
    this.#all = [...older, ...this.#all].sort((one, other) => one.message_id - other.message_id).slice(-KEPT_MESSAGES);
    this.#list = undefined;
    this.#deleted.clear();
  }

  /** How many messages after that one are by others. */
  countOf(others: (message: SeenMessage) => boolean, after: number): number {
    let count = 0;
    for (let at = this.#at(after + 1); at < this.#all.length; at += 1) if (others(this.#all[at] as SeenMessage)) count += 1;
    return count;
  }

  /** The place of the first message of that number or a higher one. */
  #at(message_id: number): number {
    let [low, high] = [0, this.#all.length];
    // Most messages are new.
    if ((this.#all.at(-1)?.message_id ?? 0) < message_id) return high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#all[middle] as SeenMessage).message_id < message_id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
