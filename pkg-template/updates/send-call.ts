// Sends calls that handlers return as ordinary calls.
import { callMethod } from "../call.js";
import { className } from "../errors/describe.js";
import type { InlineCall } from "../methods.js";
import type { Send } from "../options/middleware.js";
import { LATE_RETRIES, LATE_RETRY_MS } from "../policy.js";
import { canonicalMethod, parseMethodName } from "../request/method-names.js";
import { isPreCheckout, type OngoingUpdate, remainingMs } from "./ongoing.js";

/**
 * Sends the call that a handler returned as an ordinary call.
 *
 * @param take - Receives the call from the middleware instead of the service.
 */
export async function sendCall(ongoing: OngoingUpdate, returned: unknown, take?: Send): Promise<void> {
  const { core } = ongoing.settings;
  const { method: name, ...params } = Object(returned) as Record<string, unknown>;
  const method = parseMethodName(ongoing.source, name);
  const timeoutMs = isPreCheckout(ongoing) && method === "answerPreCheckoutQuery" ? remainingMs(ongoing, method) : undefined;
  const retry = core.settings.retry.retries > 0 ? core.settings.retry : { retries: LATE_RETRIES, totalMs: timeoutMs ?? LATE_RETRY_MS };
  await callMethod(core, method, params, { timeoutMs, retry }, isAnswer(ongoing, returned) ? "answer" : "returned", take);
}

/** Returns whether a call is the one that `answer` created, or a copy with more fields or another case of the method's name. */
export function isAnswer({ answer, kind }: OngoingUpdate, call: any): boolean {
  const id = `${kind}_id` as keyof object;
  return answer !== undefined && call?.[id] === answer[id] && canonicalMethod(`${call?.method}`) === (answer as InlineCall).method;
}

/** True for parameters that only calls have: an object with one lacks its method, or is a text with markup. */
const isOfCalls = (name: string): boolean => /^(chat_id|parse_mode)$|query_id$/.test(name);

/** Returns whether a handler returned nothing to send: nothing at all, or the result of a call. */
export const isNothing = (returned: any): boolean =>
  returned === undefined || returned === null || returned === true ||
  (Array.isArray(returned) ?
    !returned.some((one) => one?.method)
  : returned.method === undefined && className(returned) === "Object" && !Object.keys(returned).some(isOfCalls));
