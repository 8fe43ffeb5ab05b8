// The search in a chat.
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { SeenMessage } from "botwire/emulator";
import { summary } from "../chat/service-note.ts";

export class ChatSearch {
  /** What is searched for; undefined while the search is closed. */
  readonly words: Signal<string | undefined> = signal(undefined);
  /** Numbers of the messages that have all words, the latest first. */
  readonly matches: ReadonlySignal<readonly number[]>;
  readonly #at = signal(0);

  /** @param messages - Returns the messages of the open chat. */
  constructor(messages: () => readonly SeenMessage[]) {
    this.matches = computed(() => {
      const wanted = (this.words.value ?? "").toLowerCase().split(/\s+/).filter(Boolean);
      if (wanted.length === 0) return [];
      const found = messages().filter((message) => {
        const text = [message.text, message.caption, summary(message)].join("\n").toLowerCase();
        return wanted.every((word) => text.includes(word));
      });
      return found.map(({ message_id }) => message_id).reverse();
    });
  }

  /** The place of the shown match among all, from 0. */
  get at(): number {
    return Math.max(0, Math.min(this.#at.value, this.matches.value.length - 1));
  }

  /** The number of the message that is shown. */
  get found(): number | undefined {
    return this.matches.value[this.at];
  }

  find(words: string): void {
    this.words.value = words;
    this.#at.value = 0;
  }

  /** Shows the next older match, or a newer one by a negative number. */
  move(older: number): void {
    const { length } = this.matches.value;
    if (length > 0) this.#at.value = (this.at + older + length) % length;
  }

  toggle(): void {
    this.words.value = this.words.value === undefined ? "" : undefined;
  }

  close(): void {
    this.words.value = undefined;
  }
}
