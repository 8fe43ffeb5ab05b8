// The events of the emulator, by one connection for all windows: browsers open six connections to a host at most.
import type { EmulatorEvent } from "botwire/emulator";

/** Called with each event, and when the connection fails. */
export interface Listener {
  event(event: EmulatorEvent): void;
  failed(): void;
}

type Shared = { readonly id: string; readonly data: string } | "failed";

/** Milliseconds until a connection that was refused is tried again. */
const RETRY_MS = 1000;

/** The events of an emulator. The window that holds the lock has the connection, and passes the events on. */
export class EventStream {
  readonly #url: string;
  readonly #listener: Listener;
  readonly #channel: BroadcastChannel;
  readonly #closing = new AbortController();
  #events: EventSource | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** The cursor of the last event. */
  #last = "";

  constructor(url: string, listener: Listener) {
    this.#url = url;
    this.#listener = listener;
    this.#channel = new BroadcastChannel(url);
    this.#channel.onmessage = ({ data }: MessageEvent<Shared>) => this.#take(data);
  }

  /** Resolves when no later event is missed. Rejects if the emulator does not respond. */
  open(): Promise<void> {
    // Locks need a secure context, which another machine over HTTP is not.
    const locks = (navigator as Partial<Navigator>).locks;
    if (!locks) return this.#connect();
    return new Promise((done, failed) => {
      const { signal } = this.#closing;
      const hold = (): Promise<void> => {
        this.#connect().then(done, failed);
        return new Promise((released) => signal.addEventListener("abort", () => released()));
      };
      locks.request(this.#url, { ifAvailable: true }, (lock) => {
        if (lock) return hold();
        // Another window has the connection. This one takes over when that one closes.
        locks.request(this.#url, { signal }, hold).catch(() => undefined);
        done();
        return undefined;
      }).catch(failed);
    });
  }

  #connect(): Promise<void> {
    return new Promise((done, failed) => {
      if (this.#closing.signal.aborted) return done();
      const events = new EventSource(this.#last === "" ? this.#url : `${this.#url}?after=${encodeURIComponent(this.#last)}`);
      this.#events = events;
      events.onmessage = ({ data, lastEventId }: MessageEvent<string>) => {
        this.#share({ id: lastEventId, data });
        done();
      };
      events.onerror = () => {
        failed(new Error("The emulator does not answer."));
        this.#share("failed");
        // The browser reconnects by itself, unless the response was an error.
        if (events.readyState === EventSource.CLOSED) this.#retry = setTimeout(() => void this.#connect().catch(() => undefined), RETRY_MS);
      };
    });
  }

  #share(shared: Shared): void {
    if (this.#closing.signal.aborted) return;
    this.#channel.postMessage(shared);
    this.#take(shared);
  }

  #take(shared: Shared): void {
    if (shared === "failed") return this.#listener.failed();
    this.#last = shared.id;
    this.#listener.event(JSON.parse(shared.data) as EmulatorEvent);
  }

  close(): void {
    this.#closing.abort();
    clearTimeout(this.#retry);
    this.#events?.close();
    this.#channel.close();
  }
}
