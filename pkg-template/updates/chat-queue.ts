// Updates in the order of their chats: one at a time in each chat, some chats at once.
import type { Update } from "../types.js";
import { chatIdOf } from "./origin.js";

/** Returns whether a later update of the chat may begin while an earlier one waits for it. */
type Accepts = (next: Update) => boolean;

/** Called when a handler begins to wait for later updates of its chat, and with `undefined` when it waits no longer. */
export type Gathers = (accepts: Accepts | undefined) => void;

/** Handles an update. Resolves to the milliseconds until it must be handled again, or to `undefined` if it is done. */
export type HandleOnce = (update: Update, gathers: Gathers) => Promise<number | undefined>;

/** The updates of a chat. `shift()` of a long Array would move all remaining ones. */
class Chat {
  /** How many updates are done. */
  done = 0;
  /** How many of the next ones have begun. One, unless handlers gather. */
  begun = 0;
  ended = 0;
  /** Those of them that must be handled again, and after how long. */
  again: Update[] = [];
  waitMs = 0;
  readonly gathering = new Set<Accepts>();

  constructor(readonly updates: Update[]) {}

  /** The next update to begin. */
  get next(): Update | undefined {
    return this.updates[this.done + this.begun];
  }

  /** Called when all that have begun have ended. Returns whether some must be handled again. */
  close(): boolean {
    const { again } = this;
    this.done += this.begun - again.length;
    again.sort((a, b) => a.update_id - b.update_id).forEach((update, index) => (this.updates[this.done + index] = update));
    this.begun = this.ended = 0;
    this.again = [];
    return again.length > 0;
  }
}

/** The queue of updates without a chat and a user. */
const NONE = "none";

type ChatKey = number | typeof NONE;

/** While a failed update waits, only its own chat waits, until `poll` cuts the wait because of many later updates. */
export class ChatQueue {
  readonly #concurrency: number;
  readonly #handleOnce: HandleOnce;
  readonly #chats = new Map<ChatKey, Chat>();
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
    const key = chatIdOf(update) ?? NONE;
    const chat = this.#chats.get(key);
    if (chat) {
      chat.updates.push(update);
      this.#beginMore(key, chat);
    } else {
      this.#chats.set(key, new Chat([update]));
      this.#ready.add(key);
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
      cut(this.#chats.get(chat)!.next!);
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
        const { update_id } = this.#chats.get(chat)!.next!;
        if (update_id < lowest) [first, lowest] = [chat, update_id];
      }
      if (first === undefined || (this.#isEnded && !this.isBelow(lowest))) return;
      this.#ready.delete(first);
      this.#running++;
      this.#begin(first, this.#chats.get(first)!);
    }
  }

  #begin(key: ChatKey, chat: Chat): void {
    const update = chat.next!;
    chat.begun++;
    void this.#handle(key, chat, update);
  }

  /** Begins the updates that a handler of the chat waits for. */
  #beginMore(key: ChatKey, chat: Chat): void {
    for (let next; (next = chat.next) && (!this.#isEnded || this.isBelow(next.update_id)); this.#begin(key, chat)) {
      const [accepts] = chat.gathering;
      if (!accepts?.(next)) return;
    }
  }

  async #handle(key: ChatKey, chat: Chat, update: Update): Promise<void> {
    let gathering: Accepts | undefined;
    const waitMs = await this.#handleOnce(update, (accepts) => {
      if (gathering) chat.gathering.delete(gathering);
      gathering = accepts;
      if (accepts) chat.gathering.add(accepts);
      // Not inside of the start of this update, whose timers would then begin after those of later ones.
      queueMicrotask(() => this.#beginMore(key, chat));
    });
    if (waitMs === undefined) this.#highestDone = Math.max(this.#highestDone, update.update_id);
    else {
      chat.again.push(update);
      chat.waitMs = Math.max(chat.waitMs, waitMs);
    }
    if (++chat.ended < chat.begun) return;
    this.#running--;
    const mustWait = chat.close();
    if (!mustWait) {
      if (chat.next) this.#ready.add(key);
      else this.#chats.delete(key);
    } else if (!this.#isEnded) {
      const timer = setTimeout(() => this.#endWait(key), chat.waitMs);
      this.#waits.set(key, { timer, until: performance.now() + chat.waitMs });
    }
    chat.waitMs = 0;
    this.#start();
    if (this.isIdle) this.#wake();
  }
}
