// Calls that handlers return, where they are sent as ordinary calls.
import { callMethod } from "../call.js";
import { className } from "../errors/describe.js";
import { LATE_RETRIES, LATE_RETRY_MS } from "../policy.js";
import { canonicalMethod, parseMethodName } from "../request/method-names.js";
import { isPreCheckout, type OngoingUpdate, remainingMs } from "./ongoing.js";

/** Makes an ordinary call of what a handler returned. */
export async function sendCall(ongoing: OngoingUpdate, returned: unknown): Promise<void> {
  const { core } = ongoing.settings;
  const { method, ...params } = Object(returned) as Record<string, unknown>;
  const name = parseMethodName(ongoing.source, method);
  const timeoutMs = isPreCheckout(ongoing) && canonicalMethod(name) === "answerPreCheckoutQuery" ? remainingMs(ongoing, name) : undefined;
  const retry = core.settings.retry.retries > 0 ? undefined : { retries: LATE_RETRIES, totalMs: timeoutMs ?? LATE_RETRY_MS };
  await callMethod(core, name, params, { timeoutMs, retry });
}

/** True for parameters that only calls have: an object with one lacks its method, or is a text with markup. */
const isOfCalls = (name: string): boolean => /^(chat_id|parse_mode)$|query_id$/.test(name);

/** Whether a handler returned nothing to do: nothing at all, or the result of a call. */
export const isNothing = (returned: any): boolean =>
  returned === undefined || returned === null || returned === true ||
  (Array.isArray(returned) ?
    !returned.some((one) => one?.method)
  : returned.method === undefined && className(returned) === "Object" && !Object.keys(returned).some(isOfCalls));
