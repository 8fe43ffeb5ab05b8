// The context that a handler is given.
import type { SignalLike } from "../platform.js";
import { CONTEXT, type SharedContext } from "./context.js";
import { type Dispatch, isLate } from "./states.js";

/** What a handler is given, and its copies. */
interface DispatchContext {
  isLate: boolean;
  readonly [CONTEXT]: SharedContext;
}

export function newContext(dispatch: Dispatch, waitUntil: (promise: unknown) => void, answer: (params?: unknown) => object): DispatchContext {
  const { settings, update, kind, request, env } = dispatch.given;
  const shared: SharedContext = () => ({
    context: dispatch.context!,
    working: dispatch.working,
    signal: () => dispatch.driver.signal(dispatch),
  });
  return Object.defineProperty(
    { bot: settings.bot, update, updateKind: kind, request, env, waitUntil, answer, with: extended, isLate: isLate(dispatch), [CONTEXT]: shared },
    "signal",
    SIGNAL,
  );
}

/**
 * Made when it is asked for. A property of the context itself, so that copies have it, and the same for all of them: V8 would make
 * a hidden class, and keep it, for each context with a getter of its own.
 */
const SIGNAL: PropertyDescriptor & ThisType<DispatchContext> = {
  enumerable: true,
  configurable: true,
  get(): SignalLike {
    return this[CONTEXT]().signal();
  },
};

function extended(this: DispatchContext, extra: object): object {
  const { context } = this[CONTEXT]();
  const isLate = { enumerable: true, configurable: true, get: () => context.isLate };
  return Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(this), isLate, ...Object.getOwnPropertyDescriptors(extra) });
}
