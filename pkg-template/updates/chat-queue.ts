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

  /** Starts no more updates. Running ones continue. */
  end(): void {
    this.#isEnded = true;
    for (const { timer } of this.#waits.values()) clearTimeout(timer);
    this.#wake();
  }

  /** Ends waits that are longer than this. Calls `cut` with each waiting update before it is handled again. */
  cutWaits(longestMs: number, cut: (update: Update) => void): void {
    for (const [chat, { until }] of this.#waits) {
      if (until <= performance.now() + longestMs) continue;
      const { updates, done } = this.#chats.get(chat)!;
      cut(updates[done]!);
      this.#endWait(chat);
    }
  }

  #endWait(chat: ChatKey): void {
    clearTimeout(this.#waits.get(chat)?.timer);
    this.#waits.delete(chat);
    this.#ready.add(chat);
    this.#start();
  }

  /** True if no update remains, or if the queue has ended and none is being handled. */
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

  #start(): void {
    for (const chat of this.#ready) {
      if (this.#isEnded || this.#running >= this.#concurrency) return;
      this.#ready.delete(chat);
      this.#running++;
      void this.#handleFirst(chat);
    }
  }

  async #handleFirst(chat: ChatKey): Promise<void> {
    const waiting = this.#chats.get(chat)!;
    const waitMs = await this.#handleOnce(waiting.updates[waiting.done]!);
    this.#running--;
    if (waitMs === undefined) {
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
