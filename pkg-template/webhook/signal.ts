// The signal of a webhook's context, created when a handler reads it.
import type { RequestLike } from "../platform.js";
import type { Clock } from "../clock.js";

/** Aborted with the request until the update is answered, and some time after the deadline. */
export interface DeliverySignal {
  get(): AbortSignal;
  /** Called when the deadline has answered: the handler gets some more time. */
  abortLater(reason: Error, ms: number): void;
  /** Called when the handler has ended. */
  close(): void;
}

export function deliverySignal(request: RequestLike, clock: Clock): DeliverySignal {
  let controller: AbortController | undefined;
  /** Deno aborts the signal of an answered request too. */
  let isAnswered = false;
  let timer: unknown;
  const own = (): AbortController => {
    if (controller) return controller;
    const { signal } = request;
    const follow = (): void => void (isAnswered || controller!.abort(signal?.reason));
    controller = new AbortController();
    signal?.aborted ? follow() : signal?.addEventListener("abort", follow);
    return controller;
  };
  return {
    get: () => own().signal,
    abortLater(reason, ms) {
      isAnswered = true;
      timer = clock.setTimeout(() => own().abort(reason), ms);
    },
    close() {
      isAnswered = true;
      clock.clearTimeout(timer);
    },
  };
}
