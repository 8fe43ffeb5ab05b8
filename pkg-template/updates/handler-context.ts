// The context that a handler is called with.
import type { SignalLike } from "../platform.js";
import { answerQuery } from "./answer.js";
import { CONTEXT, isLate, type OngoingUpdate } from "./ongoing.js";
import { waitUntil } from "./report.js";

export const newContext = (ongoing: OngoingUpdate): object => ({
  bot: ongoing.settings.bot,
  update: ongoing.update,
  updateKind: ongoing.kind,
  request: ongoing.request,
  env: ongoing.env,
  waitUntil: (promise: unknown) => waitUntil(ongoing, promise),
  answer: (params?: unknown) => answerQuery(ongoing, params),
  with: extended,
  get isLate(): boolean {
    return isLate(ongoing);
  },
  // Created when a handler reads it.
  get signal(): SignalLike {
    return ongoing.signal();
  },
  [CONTEXT]: () => ongoing,
});

function extended(this: object, extra: object): object {
  return Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(this), ...Object.getOwnPropertyDescriptors(extra) });
}
