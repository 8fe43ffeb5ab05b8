// The wire log: calls of the bot and deliveries to it, newest last, without the token.
import { signal } from "@preact/signals";

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
  /** The injected fault that struck it. */
  readonly fault?: string;
  /** An additional note, such as an injected fault. */
  readonly note?: string;
}

/** An entry as first recorded. */
export type NewEntry = Omit<WireEntry, "id" | "time"> & { readonly time?: number };

/** How many entries are retained. */
const MAX_ENTRIES = 500;

/** The log of one bot. */
export class WireRecord {
  readonly entries = signal<readonly WireEntry[]>([]);
  #last = 0;

  /** Adds an entry and returns its number for {@link change}. */
  add(entry: NewEntry): number {
    const id = ++this.#last;
    this.entries.value = [...this.entries.value.slice(1 - MAX_ENTRIES), { time: Date.now(), ...entry, id }];
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
