// The context that a handler is called with.
import { answerQuery } from "./answer.js";
import { CONTEXT, isLate, type OngoingUpdate, type SharedContext } from "./ongoing.js";
import { waitUntil } from "./report.js";

/** A part of a context that leads to its update, also from a copy. */
interface Shared {
  readonly [CONTEXT]: SharedContext;
}

const getter = (get: (this: Shared) => unknown): PropertyDescriptor => ({ get, enumerable: true, configurable: true });

/** Shared by all contexts: V8 would give each context a hidden class of its own for its own getters, which is slow to collect. */
const GETTERS = {
  isLate: getter(function () {
    return isLate(this[CONTEXT]());
  }),
  // Created when a handler reads it.
  signal: getter(function () {
    return this[CONTEXT]().signal();
  }),
};

export const newContext = (ongoing: OngoingUpdate): object =>
  Object.defineProperties(
    {
      bot: ongoing.settings.bot,
      update: ongoing.update,
      updateKind: ongoing.kind,
      request: ongoing.request,
      env: ongoing.env,
      waitUntil: (promise: unknown) => waitUntil(ongoing, promise),
      answer: (params?: unknown) => answerQuery(ongoing, params),
      with: extended,
      [CONTEXT]: () => ongoing,
    },
    GETTERS,
  );

function extended(this: object, extra: object): object {
  return Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(this), ...Object.getOwnPropertyDescriptors(extra) });
}
