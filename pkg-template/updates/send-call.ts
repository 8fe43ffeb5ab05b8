// Calls that handlers return: what they are, their check, and sending them as ordinary calls.
import { callMethod } from "../call.js";
import { start } from "../engine/start.js";
import { className, describe } from "../errors/describe.js";
import { TimeoutError, ValidationError } from "../errors/errors.js";
import type { Send } from "../options/middleware.js";
import { LATE_RETRIES, LATE_RETRY_MS, PRE_CHECKOUT_MS } from "../policy.js";
import { extractFiles } from "../request/extract-files.js";
import { canonicalMethod, parseMethodName } from "../request/method-names.js";
import { validateParams } from "../request/validate.js";
import type { Ongoing } from "./ongoing.js";

/** Returns the milliseconds that remain to answer a pre-checkout query. @throws TimeoutError if none remain. */
export function remainingMs({ startedAt, settings }: Pick<Ongoing, "startedAt" | "settings">, method: string): number {
  const remaining = PRE_CHECKOUT_MS - (settings.core.clock.now() - startedAt);
  if (remaining <= 0) throw new TimeoutError(method, PRE_CHECKOUT_MS);
  return remaining;
}

/**
 * Sends the call that a handler returned as an ordinary call.
 *
 * @param take - Receives the call from the middleware instead of the service.
 */
export async function sendCall(
  delivery: Pick<Ongoing, "source" | "settings" | "startedAt" | "kind" | "answer">,
  returned: unknown,
  take?: Send,
  core = delivery.settings.core,
): Promise<void> {
  const { method: name, ...params } = Object(returned) as Record<string, unknown>;
  const method = parseMethodName(delivery.source, name);
  const timeoutMs = delivery.kind === "pre_checkout_query" && method === "answerPreCheckoutQuery" ? remainingMs(delivery, method) : undefined;
  const retry = core.settings.retry.retries > 0 ? core.settings.retry : { retries: LATE_RETRIES, totalMs: timeoutMs ?? LATE_RETRY_MS };
  await callMethod(core, method, params, { timeoutMs, retry }, isAnswer(delivery, returned) ? "answer" : "returned", take);
}

/** Checks a call that will be sent. Middleware may still change it, so its parameters are then checked when it is sent. */
export async function checkCall({ source, settings: { core } }: Pick<Ongoing, "source" | "settings">, call: unknown): Promise<void> {
  await start();
  if (typeof call !== "object") throw new ValidationError(source, "", "a call or nothing", describe(call));
  const { method: name, ...params } = call as Record<string, unknown>;
  const method = parseMethodName(source, name);
  if (!core.use[0]) validateParams(core, method, extractFiles(method, params), core.settings.checkLimits);
}

/** Returns whether a call is the one that `answer` created, or a copy with more fields or another case of the method's name. */
export function isAnswer({ answer, kind }: Pick<Ongoing, "answer" | "kind">, call: any): boolean {
  const id = `${kind}_id` as keyof object;
  return answer !== undefined && call?.[id] === answer[id] && canonicalMethod(`${call?.method}`) === answer.method;
}

/** True for parameters that only calls have: an object with one lacks its method, or is a text with markup. */
const isOfCalls = (name: string): boolean => /^(chat_id|parse_mode)$|query_id$/.test(name);

/** Returns whether a handler returned nothing to send: nothing at all, or the result of a call. */
export const isNothing = (returned: any): boolean =>
  returned === undefined || returned === null || returned === true ||
  (Array.isArray(returned) ?
    !returned.some((one) => one?.method)
  : returned.method === undefined && className(returned) === "Object" && !Object.keys(returned).some(isOfCalls));
