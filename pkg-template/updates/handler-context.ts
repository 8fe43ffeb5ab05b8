// The context that a handler is called with.
import { answerQuery } from "./answer.js";
import type { Ongoing } from "./ongoing.js";
import { waitUntil } from "./report.js";

/**
 * The key, in a context and its copies, of their shared update. Of all copies of the package.
 *
 * @internal
 */
export const CONTEXT = Symbol.for("botwire.context");

/**
 * A context, or a copy: a function leads to its update, so that consoles and inspectors show no content. `Delivery` is the class of the
 * update, which this file cannot import, because the class creates contexts.
 */
export interface Shared<Delivery = any> {
  readonly [CONTEXT]: () => Delivery;
  with(extra: object): Shared<Delivery>;
}

const getter = (name: string, get: (this: Shared<Ongoing>) => unknown): readonly [string, PropertyDescriptor] => [name, { get, enumerable: true, configurable: true }];

/** Shared by all contexts: V8 would give each context a hidden class of its own for its own getters, which is slow to collect. */
const GETTERS = [
  // Created when a handler reads it.
  getter("bot", function () {
    return this[CONTEXT]().bot;
  }),
  getter("isLate", function () {
    return this[CONTEXT]().isLate;
  }),
  getter("signal", function () {
    return this[CONTEXT]().signal();
  }),
];

export function newContext<Delivery extends Ongoing>(delivery: Delivery): Shared<Delivery> {
  const context = {
    update: delivery.update,
    updateKind: delivery.kind,
    request: delivery.request,
    env: delivery.env,
    waitUntil: (promise: unknown) => waitUntil(delivery, promise),
    answer: (params?: unknown) => answerQuery(delivery, params),
    with: extended,
    [CONTEXT]: () => delivery,
  };
  // One after another: `defineProperties` takes twice the time.
  for (const getter of GETTERS) Object.defineProperty(context, getter[0], getter[1]);
  return context;
}

function extended(this: object, extra: object): Shared {
  return Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(this), ...Object.getOwnPropertyDescriptors(extra) }) as Shared;
}
