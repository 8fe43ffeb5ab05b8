// The operation of a store that the machine waits for: asked again while the key is busy or the store fails.
import { isStoreError } from "../errors/guards.js";
import { isPromise } from "../platform.js";
import { FIRST_LOOK_MS, LOOK_GROWTH, STORE_MS } from "../policy.js";
import { type DeliveryEvent, ON_CANCELLED, ON_STORE_FAILED, ON_STORE_OVER } from "./delivery-rules.js";
import { type HeldKeys, LONGEST_PAUSE_MS } from "./held-keys.js";
import type { Ongoing } from "./ongoing.js";

export class StoreOperation {
  isCancelled = false;
  readonly #ask: () => void;
  readonly #until: number;
  #pauseMs = FIRST_LOOK_MS;
  /** Ends the pause before the next try. */
  #wake: (() => void) | undefined;

  /** Asks for the first time. An error that is not one of the store is not asked again. */
  constructor(
    private readonly delivery: Pick<Ongoing, "error" | "feed" | "gone"> & { readonly keys: HeldKeys },
    ask: () => unknown,
    eventOf: (answer: any) => DeliveryEvent,
  ) {
    this.#until = delivery.keys.now() + STORE_MS;
    const answered = (answer: unknown): void => {
      delivery.keys.fault = undefined;
      delivery.feed(eventOf(answer));
    };
    const failed = (error: unknown): void => {
      delivery.error = delivery.keys.fault = error;
      delivery.feed(isStoreError(error) ? ON_STORE_FAILED : ON_STORE_OVER);
    };
    this.#ask = () => {
      let answer: unknown;
      try {
        answer = ask();
      } catch (error) {
        return failed(error);
      }
      if (isPromise(answer)) answer.then(answered, failed);
      else answered(answer);
    };
  }

  ask(): void {
    this.#ask();
  }

  askAgain(): void {
    const { delivery } = this;
    const { keys } = delivery;
    delivery.feed(delivery.gone());
    if (this.isCancelled) return delivery.feed(ON_CANCELLED);
    // While the key is only busy, the deadline decides.
    if (keys.fault && keys.now() + this.#pauseMs > this.#until) return delivery.feed(ON_STORE_OVER);
    const alarm = keys.alarms.set(this.#pauseMs, () => this.#wake?.());
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS(keys.fault), this.#pauseMs * LOOK_GROWTH);
    this.#wake = () => {
      this.#wake = undefined;
      keys.alarms.cancel(alarm);
      if (this.isCancelled) delivery.feed(ON_CANCELLED);
      else this.#ask();
    };
  }

  cancel(): void {
    this.isCancelled = true;
    this.#wake?.();
  }
}
