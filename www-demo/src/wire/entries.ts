// What went over the wire: calls of the bot and deliveries to it, newest last, without the token.
import { signal } from "@preact/signals";

/** Parameters or a body as they are shown. */
export type WireBody = Record<string, unknown> | readonly unknown[] | string | null;

/** A call of the bot, or a delivery to its webhook. */
export interface WireEntry {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly direction: "call" | "delivery";
  /** The method, or the kind of the update. */
  readonly name: string;
  readonly request: { readonly verb: string; readonly url: string; readonly headers: Record<string, string>; readonly body: WireBody };
  readonly response?: { readonly status: number; readonly headers: Record<string, string>; readonly body: WireBody };
  /** Milliseconds until the answer was there. */
  readonly ms?: number;
  /** Why there is no answer. */
  readonly error?: string;
  /** Something to know beside, such as an injected fault. */
  readonly note?: string;
}

/** What an entry is made of at first. */
export type NewEntry = Omit<WireEntry, "id" | "time"> & { readonly time?: number };

/** How many entries are kept. */
const KEPT = 500;

/** The log of one bot. */
export class WireRecord {
  readonly entries = signal<readonly WireEntry[]>([]);
  #last = 0;

  /** Adds an entry and gives its number, by which {@link change} finds it. */
  add(entry: NewEntry): number {
    const id = ++this.#last;
    this.entries.value = [...this.entries.value.slice(1 - KEPT), { time: Date.now(), ...entry, id }];
    return id;
  }

  /** Completes an entry. */
  change(id: number, change: Partial<WireEntry>): void {
    this.entries.value = this.entries.value.map((entry) => (entry.id === id ? { ...entry, ...change } : entry));
  }

  clear(): void {
    this.entries.value = [];
  }
}
