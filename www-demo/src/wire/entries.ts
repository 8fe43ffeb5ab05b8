// The wire log: calls of the bot and deliveries to it, newest last, without the token.
import { computed, type ReadonlySignal, signal } from "@preact/signals";

/** Parameters or a body as displayed. */
export type WireBody = Record<string, unknown> | readonly unknown[] | string | null;

/** A file that was sent, without its bytes. */
export class SentFile {
  constructor(readonly name: string, readonly type?: string, readonly size?: number) {}

  /** How the log shows it. */
  toJSON(): string {
    return `(file ${[this.name, this.type, this.size === undefined ? undefined : `${this.size} bytes`].filter(Boolean).join(", ")})`;
  }
}

/** A field of a form, of a query or of multipart, as it was sent. */
export type SentField = readonly [name: string, value: string | SentFile];

export interface SentRequest {
  readonly verb: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  /** The body as displayed: fields with JSON are parsed. */
  readonly body: WireBody;
  /** The fields of the body, unless it is JSON. */
  readonly fields?: readonly SentField[];
  /** True if fields after a large file are missing. */
  readonly isCut?: boolean;
}

/** A call of the bot, or a delivery to its webhook. */
export interface WireEntry {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly direction: "call" | "delivery";
  /** The method, or the kind of the update. */
  readonly name: string;
  /** Identifiers of the bot and of the chat, where they are known. */
  readonly bot?: number;
  readonly chat?: number | string;
  readonly request: SentRequest;
  readonly response?: { readonly status: number; readonly headers: Record<string, string>; readonly body: WireBody };
  /** Milliseconds until the answer was there. */
  readonly ms?: number;
  /** The reason why there is no response. */
  readonly error?: string;
  /** The error code of the call in the answer to a delivery, if the service refused the call. */
  readonly callError?: number;
  /** The injected fault that struck this call. */
  readonly callFault?: string;
  /** The injected fault that struck it. */
  readonly fault?: string;
  /** An additional note, such as an injected fault. */
  readonly note?: string;
  /** Its number in the log of the emulator. */
  readonly number?: number;
  /** Where it stands among the others, as a number of the log. */
  readonly order?: number;
  /** For a delivery, and for the call in the response to one. */
  readonly delivery?: number;
  readonly attempt?: number;
  /** True for the call in the response to a delivery. */
  readonly isReturned?: boolean;
}

/** An entry as first recorded. */
export type NewEntry = Omit<WireEntry, "id" | "time"> & { readonly time?: number };

/** The log of one bot. */
export class WireRecord {
  readonly entries: ReadonlySignal<readonly WireEntry[]>;
  readonly #most: number;
  readonly #changes = signal(0);
  /** In the order of their numbers, without gaps. */
  #all: WireEntry[] = [];
  #last = 0;

  /** Retains so many entries. */
  constructor(most = 500) {
    this.#most = most;
    this.entries = computed(() => (void this.#changes.value, [...this.#all]));
  }

  /** Adds an entry and returns its number for {@link change}. */
  add(entry: NewEntry): number {
    const id = ++this.#last;
    this.#all.push({ time: Date.now(), ...entry, id });
    // A tenth at once, because each cut copies the others.
    if (this.#all.length > this.#most * 1.1) this.#all = this.#all.slice(-this.#most);
    this.#changes.value += 1;
    return id;
  }

  /** Completes an entry. */
  change(id: number, change: Partial<WireEntry>): void {
    const at = id - (this.#all[0]?.id ?? 0);
    const entry = this.#all[at];
    if (entry?.id !== id) return;
    this.#all[at] = { ...entry, ...change };
    this.#changes.value += 1;
  }

  clear(): void {
    this.#all = [];
    this.#changes.value += 1;
  }
}
