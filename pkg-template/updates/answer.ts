// The answer to the query of an update: once, in the response if it is not written yet, otherwise as a call.
import { ValidationError } from "../errors/errors.js";
import { METHOD_NAMES } from "../methods.js";
import { inlineCall } from "../request/inline-call.js";
import { isPreCheckout, type OngoingUpdate, remainingMs } from "./ongoing.js";
import { waitUntil } from "./report.js";
import { isAnswer, sendCall } from "./send-call.js";

/** Creates the call that answers the query of the update, and sends it at once if the response is already written. */
export function answerQuery(ongoing: OngoingUpdate, params: unknown): object {
  const { update, kind = "", state } = ongoing;
  const method = `answer${`_${kind}`.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())}`;
  const fault = !METHOD_NAMES.includes(method as never) ? "an update without" : ongoing.answer && "a second one";
  if (fault) throw new ValidationError("answer", "", "one answer to a query", fault);
  if (isPreCheckout(ongoing)) remainingMs(ongoing, method);
  const answer = (ongoing.answer = inlineCall({ method, [`${kind}_id`]: (update as any)[kind].id }, params));
  // Before that, a response may still include it, or the update may come again.
  if (!/^(waiting|handling|failing)$/.test(state)) sendPendingAnswer(ongoing);
  return answer;
}

/** Returns the remaining call: the one that the handler returned, or else the answer to the query. */
export function callToMake(ongoing: OngoingUpdate, returned: unknown): unknown {
  const { answer, isAnswerSent } = ongoing;
  if (!answer) return returned;
  const isSame = isAnswer(ongoing, returned);
  if (isAnswerSent) return isSame ? undefined : returned;
  if (isSame || returned === undefined) ongoing.isAnswerSent = true;
  return returned ?? answer;
}

/** Sends the answer that is not on its way yet. */
export function sendPendingAnswer(ongoing: OngoingUpdate): void {
  const { answer, isAnswerSent } = ongoing;
  if (!answer || isAnswerSent) return;
  ongoing.isAnswerSent = true;
  waitUntil(ongoing, sendCall(ongoing, answer));
}
