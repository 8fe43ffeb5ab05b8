// The latest events of `GET /user/events`.

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
