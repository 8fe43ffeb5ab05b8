// The answer to the query of an update: once, in the response if it is not written yet, otherwise as a call.
import { ValidationError } from "../errors/errors.js";
import { type InlineCall, METHOD_NAMES } from "../methods.js";
import { extractFiles } from "../request/extract-files.js";
import { inlineCall } from "../request/inline-call.js";
import { validateParams } from "../request/validate.js";
import { ON_ANSWERED } from "./delivery-rules.js";
import type { Ongoing } from "./ongoing.js";
import { remainingMs } from "./send-call.js";

/** Creates the call that answers the query of the update. It is checked at once, unless middleware may still change it. */
export function answerQuery(delivery: Pick<Ongoing, "update" | "kind" | "settings" | "startedAt" | "answer" | "feed">, params: unknown): object {
  const { update, kind = "", settings: { core } } = delivery;
  const method = `answer${`_${kind}`.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())}`;
  const fault = !METHOD_NAMES.includes(method as never) ? "an update without" : delivery.answer && "a second one";
  if (fault) throw new ValidationError("answer", "", "one answer to a query", fault);
  if (kind === "pre_checkout_query") remainingMs(delivery, method);
  const answer = inlineCall({ method, [`${kind}_id`]: (update as any)[kind].id }, params);
  const { method: _, ...fields } = answer;
  if (!core.use[0]) validateParams(core, method, extractFiles(method, fields), core.settings.checkLimits);
  delivery.answer = answer as InlineCall;
  delivery.feed(ON_ANSWERED);
  return answer;
}
