// The events of `GET /user/events`: their types, and the latest of them.

import type { InjectedFault } from "./results.js";
import type { LogEntry } from "./log.js";
import type { SeenMessage, Update } from "./types.js";

/** The chat of an event: the private chat of a user with a bot, or a group, supergroup or channel. */
export type EventPlace = { user: number; bot: number } | { chat: number };

/** An event of the emulator. */
export type EmulatorEvent =
  /** A new or edited message, as users see it. */
  | ({ kind: "message" | "edit"; message: SeenMessage } & EventPlace)
  | ({ kind: "deletion"; message_id: number } & EventPlace)
  /** The action of a bot that users see, such as `typing`. `null` when it ends. */
  | ({ kind: "action"; action: string | null } & EventPlace)
  /** A call of a bot has begun. */
  | { kind: "call"; call: number; bot: number; method: string; verb: string }
  /**
   * A call has ended: its duration in real milliseconds, and the number of its log entry unless the bot closed the connection.
   */
  | { kind: "call_end"; call: number; ms: number; entry?: number }
  /** A delivery to a webhook has begun. */
  | { kind: "delivery"; delivery: number; url: string; update: Update | null }
  /** A new log entry. For a delivery, also its duration in real milliseconds and the first 4 KiB of the webhook's response. */
  | { kind: "log"; entry: LogEntry; ms?: number; answer?: string }
  /** The active faults, after a change. */
  | { kind: "faults"; faults: InjectedFault[] }
  /** The clock was moved, stopped or started. `now` is in milliseconds since 1970. */
  | { kind: "time"; now: number; stopped: boolean }
  /** Bots, users, chats or members have changed. */
  | { kind: "people" }
  /** The whole state was replaced: read everything again. */
  | { kind: "reset" }
  /** The first event of a stream. If `missed` is true, events since the cursor are lost, so read everything again. */
  | { kind: "open"; missed: boolean };

/** An event as it is sent. */
export interface SentEvent {
  /** The cursor. */
  readonly id: string;
  /** JSON. */
  readonly text: string;
}

/** The number of events stored for clients that reconnect. */
const MOST_EVENTS = 5000;
/** The size of all stored events together, in characters. */
const MOST_CHARACTERS = 16 * 1024 * 1024;

/** The latest events, and their listeners. A cursor is `<session>.<number>`. */
export class EventLog {
  readonly listeners = new Set<(event: SentEvent) => void>();
  readonly #session: string;
  #events: SentEvent[] = [];
  #characters = 0;
  #last = 0;

  /** `session` distinguishes the cursors of this log from those of others. */
  constructor(session: string) {
    this.#session = session;
  }

  /** The cursor of the last event. */
  get cursor(): string {
    return `${this.#session}.${this.#last}`;
  }

  add(text: string): void {
    this.#last += 1;
    const event = { id: this.cursor, text };
    this.#events.push(event);
    this.#characters += text.length;
    while (this.#events.length > MOST_EVENTS || this.#characters > MOST_CHARACTERS) this.#characters -= this.#events.shift()!.text.length;
    for (const listener of this.listeners) listener(event);
  }

  /** Returns the events after a cursor, or `undefined` if some of them are lost or the cursor is from another log. */
  after(cursor: string): readonly SentEvent[] | undefined {
    const [, session, digits] = /^([\w-]+)\.(\d{1,15})$/.exec(cursor) ?? [];
    const number = Number(digits);
    if (session !== this.#session || number > this.#last || number < this.#last - this.#events.length) return undefined;
    return this.#events.slice(this.#events.length - (this.#last - number));
  }
}
