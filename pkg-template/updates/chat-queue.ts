// Updates in the order of their chats: one at a time in each chat, some chats at once.
import type { Update } from "../types.js";
import { chatIdOf } from "./origin.js";

/** Handles an update. Resolves to the milliseconds until it must be handled again, or to `undefined` if it is done. */
export type HandleOnce = (update: Update) => Promise<number | undefined>;

/** The queue of updates without a chat and a user. */
const NONE = "none";

type ChatKey = number | typeof NONE;

/** While a failed update waits, only its own chat waits, until `poll` cuts the wait because of many later updates. */
export class ChatQueue {
  readonly #concurrency: number;
  readonly #handleOnce: HandleOnce;
  /** The updates of each chat in order, and how many of them are done: `shift()` of a long Array moves all remaining ones. */
  readonly #chats = new Map<ChatKey, { readonly updates: Update[]; done: number }>();
  /** The chats whose first update may be handled. */
  readonly #ready = new Set<ChatKey>();
  /** The waits of chats whose first update failed. */
  readonly #waits = new Map<ChatKey, { readonly timer: ReturnType<typeof setTimeout>; readonly until: number }>();
  #running = 0;
  #isEnded = false;
  #highestDone = -1;
  #wake = (): void => {};

  constructor(concurrency: number, handleOnce: HandleOnce) {
    this.#concurrency = concurrency;
    this.#handleOnce = handleOnce;
  }

  add(update: Update): void {
    const chat = chatIdOf(update) ?? NONE;
    const waiting = this.#chats.get(chat);
    if (waiting) waiting.updates.push(update);
    else {
      this.#chats.set(chat, { updates: [update], done: 0 });
      this.#ready.add(chat);
      this.#start();
    }
  }

  /**
   * Starts no more updates, except those below the highest one that is done: the service is told only how far all updates are done, so
   * the ones above would come again. Running updates continue.
   */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    for (const [chat, { timer }] of this.#waits) {
      clearTimeout(timer);
      this.#ready.add(chat);
    }
    this.#waits.clear();
    this.#start();
    if (this.isIdle) this.#wake();
  }

  /** Returns whether an update with a higher identifier is done. */
  isBelow(id: number): boolean {
    return id < this.#highestDone;
  }

  /** Ends waits that are longer than this. Calls `cut` with each waiting update before it is handled again. */
  cutWaits(longestMs: number, cut: (update: Update) => void): void {
    for (const [chat, { until }] of this.#waits) {
      if (until <= performance.now() + longestMs) continue;
      cut(this.#next(chat));
      this.#endWait(chat);
    }
  }

  #endWait(chat: ChatKey): void {
    clearTimeout(this.#waits.get(chat)?.timer);
    this.#waits.delete(chat);
    this.#ready.add(chat);
    this.#start();
  }

  /** True if no update remains, or if the queue has ended, none is being handled, and none will be. */
  get isIdle(): boolean {
    return this.#running === 0 && (this.#isEnded || this.#chats.size === 0);
  }

  /** Waits until the queue is idle or ended, at most for this time. For one caller at a time. */
  async idle(limitMs?: number): Promise<void> {
    if (this.isIdle) return;
    await new Promise<void>((resolve) => {
      const timer = limitMs === undefined ? undefined : setTimeout(resolve, limitMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Starts the lowest updates first, so that a crash or a stop leaves few done ones above one that is not. */
  #start(): void {
    while (this.#ready.size > 0 && this.#running < this.#concurrency) {
      let first: ChatKey | undefined;
      let lowest = Infinity;
      for (const chat of this.#ready) {
        const { update_id } = this.#next(chat);
        if (update_id < lowest) [first, lowest] = [chat, update_id];
      }
      if (first === undefined || (this.#isEnded && !this.isBelow(lowest))) return;
      this.#ready.delete(first);
      this.#running++;
      void this.#handleFirst(first);
    }
  }

  #next(chat: ChatKey): Update {
    const { updates, done } = this.#chats.get(chat)!;
    return updates[done]!;
  }

  async #handleFirst(chat: ChatKey): Promise<void> {
    const waiting = this.#chats.get(chat)!;
    const update = this.#next(chat);
    const waitMs = await this.#handleOnce(update);
    this.#running--;
    if (waitMs === undefined) {
      this.#highestDone = Math.max(this.#highestDone, update.update_id);
      waiting.done++;
      if (waiting.done < waiting.updates.length) this.#ready.add(chat);
      else this.#chats.delete(chat);
    } else if (!this.#isEnded) {
      const timer = setTimeout(() => this.#endWait(chat), waitMs);
      this.#waits.set(chat, { timer, until: performance.now() + waitMs });
    }
    this.#start();
    if (this.isIdle) this.#wake();
  }
}
