// The context that a handler is given.
import type { Update } from "../types.js";
import { CONTEXT } from "./context.js";
import type { Dispatch } from "./states.js";

/** A class, since an engine makes a new hidden class, and keeps it, for each object that has getters of its own. */
export class DispatchContext {
  readonly bot: unknown;
  readonly update: Update;
  readonly updateKind: string | undefined;
  readonly request: unknown;
  readonly env: unknown;
  readonly waitUntil: (promise: unknown) => void;
  readonly answer: (params?: object) => any;
  readonly with = extended;
  isLate: boolean;
  /** In copies too, so that they find what is not copied. */
  readonly [CONTEXT] = this;
  readonly #dispatch: Dispatch;

  constructor(dispatch: Dispatch, waitUntil: (promise: unknown) => void, answer: (params?: object) => any) {
    this.bot = dispatch.settings.bot;
    this.update = dispatch.update;
    this.updateKind = dispatch.kind;
    this.request = dispatch.request;
    this.env = dispatch.env;
    this.isLate = dispatch.state === "late";
    this.waitUntil = waitUntil;
    this.answer = answer;
    this.#dispatch = dispatch;
    Object.defineProperty(this, "signal", DispatchContext.#signal);
  }

  /** Made when it is asked for. A property of the object itself, so that copies have it, and the same for all of them. */
  static readonly #signal: PropertyDescriptor & ThisType<DispatchContext> = {
    enumerable: true,
    configurable: true,
    get() {
      const dispatch = this[CONTEXT].#dispatch;
      return dispatch.driver.signal(dispatch);
    },
  };

  get work(): Promise<unknown> | undefined {
    return this.#dispatch.working;
  }
}

function extended(this: DispatchContext, extra: object): object {
  const context = this[CONTEXT];
  const isLate = { enumerable: true, configurable: true, get: () => context.isLate };
  return Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(this), isLate, ...Object.getOwnPropertyDescriptors(extra) });
}
