// The signal of a webhook's context, made when a handler asks for it.
import type { RequestLike } from "../platform.js";
import type { Clock } from "../clock.js";

/** Aborted with the request until the update is answered, and some time after the deadline. */
export class DeliverySignal {
  readonly #request: RequestLike;
  readonly #clock: Clock;
  #controller: AbortController | undefined;
  /** Deno aborts the signal of an answered request too. */
  #isAnswered = false;
  #timer: unknown;

  constructor(request: RequestLike, clock: Clock) {
    this.#request = request;
    this.#clock = clock;
  }

  get signal(): AbortSignal {
    if (this.#controller) return this.#controller.signal;
    const controller = (this.#controller = new AbortController());
    const { signal } = this.#request;
    const follow = (): void => void (this.#isAnswered || controller.abort(signal?.reason));
    signal?.aborted ? follow() : signal?.addEventListener("abort", follow);
    return controller.signal;
  }

  /** The deadline has answered: the handler is given some more time. */
  abortLater(reason: Error, ms: number): void {
    this.#isAnswered = true;
    this.#timer = this.#clock.setTimeout(() => (this.signal, this.#controller!.abort(reason)), ms);
  }

  /** The handler has ended. */
  close(): void {
    this.#isAnswered = true;
    this.#clock.clearTimeout(this.#timer);
  }
}
