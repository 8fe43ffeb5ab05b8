// Receives a bot's updates by long polling, in batches so that thousands a second do not block the page.
import { signal } from "@preact/signals";
import { type Bot, type BotwireError, type Update, updates } from "botwire";

/** The state of polling. */
export type LiveState = "off" | "on" | "waiting" | "failed";

/** How many updates are retained; older updates are dropped. */
const MAX_UPDATES = 20_000;

/** The name of the update's content field, such as `message`. */
export const kindOf = (update: Update): string => Object.keys(update).find((key) => key !== "update_id") ?? "(empty)";

/** The updates that came in while the page looked. */
export class Live {
  readonly state = signal<LiveState>("off");
  /** The fault that is waited out, or that ended the polling. */
  readonly fault = signal<unknown>(undefined);
  /** When the next attempt is, in milliseconds since 1970. */
  readonly until = signal(0);
  /** Grows with each batch; {@link updates} is then longer. */
  readonly version = signal(0);
  /** Oldest first. */
  readonly updates: Update[] = [];
  /** How many of each kind. */
  readonly kinds = new Map<string, number>();
  readonly #bot: () => Bot;
  readonly #onUpdate: (update: Update) => void;
  #stop: AbortController | undefined;
  #fresh: Update[] = [];
  #flushing = false;

  /** Polls with that bot; `onUpdate` is called for each update. */
  constructor(bot: () => Bot, onUpdate: (update: Update) => void) {
    this.#bot = bot;
    this.#onUpdate = onUpdate;
  }

  /** Polls until {@link stop}. Received updates are confirmed to the service. */
  start(): void {
    if (this.#stop) return;
    const stop = (this.#stop = new AbortController());
    this.state.value = "on";
    this.fault.value = undefined;
    void this.#run(stop.signal).then(
      () => this.#ended(stop, "off"),
      (error: unknown) => {
        this.fault.value = error;
        this.#ended(stop, "failed");
      },
    );
  }

  /** Pauses. Received updates stay; new ones wait at the service. */
  stop(): void {
    this.#stop?.abort();
    this.#stop = undefined;
    if (this.state.value !== "failed") this.state.value = "off";
  }

  clear(): void {
    this.updates.length = 0;
    this.kinds.clear();
    this.version.value++;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const onRetry = (error: BotwireError, _retry: number, waitMs: number): void => {
      this.fault.value = error;
      this.until.value = Date.now() + waitMs;
      this.state.value = "waiting";
    };
    for await (const update of updates(this.#bot(), { timeout: 25, signal, onRetry })) {
      if (this.state.value === "waiting" && !signal.aborted) this.#well();
      this.#take(update);
    }
  }

  #well(): void {
    this.state.value = "on";
    this.fault.value = undefined;
  }

  #ended(stop: AbortController, state: LiveState): void {
    if (this.#stop !== stop) return;
    this.#stop = undefined;
    this.state.value = state;
  }

  #take(update: Update): void {
    this.#fresh.push(update);
    if (this.#flushing) return;
    this.#flushing = true;
    // Hidden pages get no frames, and their timers run once a second at most. Either one triggers the update.
    const flush = (): void => {
      if (!this.#flushing) return;
      this.#flushing = false;
      this.#flush();
    };
    requestAnimationFrame(flush);
    setTimeout(flush, 200);
  }

  #flush(): void {
    const fresh = this.#fresh;
    this.#fresh = [];
    for (const update of fresh) {
      this.updates.push(update);
      const kind = kindOf(update);
      this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
      this.#onUpdate(update);
    }
    if (this.updates.length > MAX_UPDATES) this.updates.splice(0, this.updates.length - MAX_UPDATES);
    this.version.value++;
  }
}
