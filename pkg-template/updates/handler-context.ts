// The context that a handler is called with.
import type { SignalLike } from "../platform.js";
import { answerQuery } from "./answer.js";
import { CONTEXT, type OngoingUpdate, type SharedContext } from "./ongoing.js";
import { waitUntil } from "./report.js";

/** The context of a handler, and its copies. */
interface HandlerContext {
  isLate: boolean;
  readonly [CONTEXT]: SharedContext;
}

export function newContext(ongoing: OngoingUpdate): HandlerContext {
  const { settings: { bot }, update, kind, request, env } = ongoing;
  const context = {
    bot,
    update,
    updateKind: kind,
    request,
    env,
    waitUntil: (promise: unknown) => waitUntil(ongoing, promise),
    answer: (params?: unknown) => answerQuery(ongoing, params),
    with: extended,
    isLate: false,
    [CONTEXT]: () => ongoing,
  };
  return Object.defineProperty(context, "signal", SIGNAL);
}

/** Made when it is asked for. A property of the context itself, so that copies have it. */
const SIGNAL: PropertyDescriptor & ThisType<HandlerContext> = {
  enumerable: true,
  configurable: true,
  get(): SignalLike {
    return this[CONTEXT]().signal();
  },
};

function extended(this: HandlerContext, extra: object): object {
  const ongoing = this[CONTEXT]();
  const isLate = { enumerable: true, configurable: true, get: () => ongoing.context!.isLate };
  return Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(this), isLate, ...Object.getOwnPropertyDescriptors(extra) });
}
