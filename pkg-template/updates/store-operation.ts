// The operation of a store that the machine waits for: asked again while the key is busy or the store fails.
import { isStoreError } from "../errors/guards.js";
import { isPromise } from "../platform.js";
import { FIRST_LOOK_MS, LOOK_GROWTH, STORE_MS } from "../policy.js";
import { type DeliveryEvent, ON_CANCELLED, ON_STORE_FAILED, ON_STORE_OVER } from "./delivery-rules.js";
import type { Alarm } from "./alarms.js";
import { type HeldKeys, LONGEST_PAUSE_MS } from "./held-keys.js";
import type { Ongoing } from "./ongoing.js";

/**
 * No function literal is assigned to a property here, and in nothing else that each update or call does: V8 puts such functions among the
 * old objects, where they keep all that they refer to, such as the update, until the next full collection.
 */
export class StoreOperation {
  isCancelled = false;
  readonly #until: number;
  #pauseMs = FIRST_LOOK_MS;
  /** Ends the pause before the next try. */
  #pause: Alarm | undefined;

  /** @param eventOf - What the machine is told of the answer. */
  constructor(
    private readonly delivery: Pick<Ongoing, "error" | "feed" | "gone"> & { readonly keys: HeldKeys },
    private readonly operation: () => unknown,
    private readonly eventOf: (answer: any) => DeliveryEvent,
  ) {
    this.#until = delivery.keys.now() + STORE_MS;
  }

  /** An error that is not one of the store is not asked again. */
  ask(): void {
    let answer: unknown;
    try {
      answer = this.operation();
    } catch (error) {
      return this.#failed(error);
    }
    if (isPromise(answer)) answer.then((value) => this.#answered(value), (error) => this.#failed(error));
    else this.#answered(answer);
  }

  #answered(answer: unknown): void {
    this.delivery.keys.fault = undefined;
    this.delivery.feed(this.eventOf(answer));
  }

  #failed(error: unknown): void {
    this.delivery.error = this.delivery.keys.fault = error;
    this.delivery.feed(isStoreError(error) ? ON_STORE_FAILED : ON_STORE_OVER);
  }

  askAgain(): void {
    const { delivery } = this;
    const { keys } = delivery;
    delivery.feed(delivery.gone());
    if (this.isCancelled) return delivery.feed(ON_CANCELLED);
    // While the key is only busy, the deadline decides.
    if (keys.fault && keys.now() + this.#pauseMs > this.#until) return delivery.feed(ON_STORE_OVER);
    this.#pause = keys.alarms.set(this.#pauseMs, () => this.#wake());
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS(keys.fault), this.#pauseMs * LOOK_GROWTH);
  }

  #wake(): void {
    this.delivery.keys.alarms.cancel(this.#pause);
    this.#pause = undefined;
    if (this.isCancelled) this.delivery.feed(ON_CANCELLED);
    else this.ask();
  }

  cancel(): void {
    this.isCancelled = true;
    if (this.#pause) this.#wake();
  }
}
