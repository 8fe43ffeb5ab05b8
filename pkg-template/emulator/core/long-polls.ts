// Long polls that wait for updates.

import type { SignalLike } from "../../platform.js";
import { type Answer, answerOf } from "./answer.js";

/** A long poll that waits. */
interface WaitingPoll {
  settle(answer: Answer): void;
  fail(reason: unknown): void;
}

/** The waiting long polls. */
export class LongPolls {
  readonly #waiting = new Map<number, WaitingPoll>();

  /** True if a long poll is waiting. */
  get some(): boolean {
    return this.#waiting.size > 0;
  }

  /** Waits for the answer of a poll. If the signal ends it first, `cancel` is called. */
  wait(poll: number, signal: SignalLike | undefined, cancel: () => void): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        this.#waiting.delete(poll);
        signal?.removeEventListener("abort", abort);
      };
      const abort = (): void => {
        end();
        cancel();
        reject(signal?.reason);
      };
      this.#waiting.set(poll, {
        settle: (answer) => (end(), resolve(answer)),
        fail: (reason) => (end(), reject(reason)),
      });
      signal?.addEventListener("abort", abort);
    });
  }

  /** Takes the answers that the wasm has ready. */
  settle(ready: readonly unknown[]): void {
    for (let at = 0; at < ready.length; at += 6) this.#waiting.get(Number(ready[at]))?.settle(answerOf(ready, at + 1));
  }

  /** Answers all polls with the same answer. */
  end(answer: Answer): void {
    for (const waiting of [...this.#waiting.values()]) waiting.settle(answer);
  }

  /** Rejects all polls. */
  fail(reason: unknown): void {
    for (const waiting of [...this.#waiting.values()]) waiting.fail(reason);
  }
}
