// The context that a handler is called with.
import { answerQuery } from "./answer.js";
import type { Delivery } from "./delivery.js";
import { waitUntil } from "./report.js";

/**
 * The key, in a context and its copies, of their shared update. Of all copies of the package.
 *
 * @internal
 */
export const CONTEXT = Symbol.for("botwire.context");

/** A context, or a copy: a function leads to its update, so that consoles and inspectors show no content. */
export interface Shared {
  readonly [CONTEXT]: () => Delivery;
  with(extra: object): Shared;
}

const getter = (get: (this: Shared) => unknown): PropertyDescriptor => ({ get, enumerable: true, configurable: true });

/** Shared by all contexts: V8 would give each context a hidden class of its own for its own getters, which is slow to collect. */
const GETTERS = {
  // Created when a handler reads it.
  bot: getter(function () {
    return this[CONTEXT]().bot;
  }),
  isLate: getter(function () {
    return this[CONTEXT]().isLate;
  }),
  signal: getter(function () {
    return this[CONTEXT]().signal();
  }),
};

export const newContext = (delivery: Delivery): Shared =>
  Object.defineProperties(
    {
      update: delivery.update,
      updateKind: delivery.kind,
      request: delivery.request,
      env: delivery.env,
      waitUntil: (promise: unknown) => waitUntil(delivery, promise),
      answer: (params?: unknown) => answerQuery(delivery, params),
      with: extended,
      [CONTEXT]: () => delivery,
    },
    GETTERS,
  );

function extended(this: object, extra: object): Shared {
  return Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(this), ...Object.getOwnPropertyDescriptors(extra) }) as Shared;
}
