// Reads the chats of a broadcast: an iterable that may keep it waiting, throw, or never end.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { isFunction } from "../options/parse.js";

export class ChatSource<Chat> {
  readonly #iterator: Iterator<Chat> | AsyncIterator<Chat>;
  #toSkip: number;
  #isReading = false;
  #isOver = false;
  #thrown: { readonly error: unknown } | undefined;

  /** @param toSkip - The number of chats to skip. */
  constructor(apiName: string, chats: unknown, toSkip: number) {
    this.#iterator = iteratorOf(apiName, chats);
    this.#toSkip = toSkip;
  }

  /** True if no chat remains. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Passes chats to `give` while `isWanted` returns true, unless a read is running. `onOver` is called after the last one. */
  async read(isWanted: () => boolean, give: (chat: Chat) => void, onOver: () => void): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (!this.#isOver && isWanted()) {
        const { done, value } = await this.#iterator.next();
        if (done) this.#isOver = true;
        else if (this.#toSkip > 0) this.#toSkip--;
        else if (isWanted()) give(value);
      }
    } catch (error) {
      this.#thrown = { error };
      this.#isOver = true;
    }
    this.#isReading = false;
    if (this.#isOver) onOver();
  }

  /** @throws the error of the iterable, if it threw one. */
  check(): void {
    if (this.#thrown) throw this.#thrown.error;
  }

  /** Ends the iterable. Does not wait for a pending read, which may take long. */
  async end(): Promise<void> {
    if (this.#isOver) return;
    const ended = Promise.resolve(this.#iterator.return?.());
    if (this.#isReading) ended.catch(() => {});
    else await ended;
  }
}

function iteratorOf(apiName: string, chats: any): Iterator<any> | AsyncIterator<any> {
  try {
    const iterator = chats[Symbol.asyncIterator]?.() ?? chats[Symbol.iterator]();
    if (typeof chats !== "string" && isFunction(iterator.next)) return iterator;
  } catch {
    // The error below.
  }
  throw new ValidationError(apiName, "chats", "an iterable of chats", describe(chats));
}
