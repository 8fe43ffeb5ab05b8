// One update: the claim, the handler, the call that it returned, what is left to do. Webhook and polling drive it.
import { callMethod } from "../call.js";
import { className, describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { cleaned, logError } from "../errors/cleaned.js";
import { isPromise } from "../platform.js";
import { LATE_RETRIES, LATE_RETRY_MS } from "../policy.js";
import { inlineCall } from "../request/inline-call.js";
import { canonicalMethod, parseMethodName } from "../request/method-names.js";
import { METHOD_NAMES } from "../methods.js";
import type { ClaimStore } from "./claims.js";
import type { UpdateContext } from "./context.js";
import { newContext } from "./dispatch-context.js";
import { type Dispatch, isLate, isPreCheckout, leftMs, type DispatchOutcome } from "./states.js";

/** Takes an update through its states; never throws. `await` is skipped where the value is there: most updates need none. */
export async function dispatch(each: Dispatch): Promise<DispatchOutcome> {
  const { driver, given: { settings, handle, update, env } } = each;
  const id = update.update_id;
  let store: ClaimStore | false = false;
  let isMine = false;
  let isHandled = false;
  try {
    store = typeof settings.store === "function" ? settings.store(env) : settings.store;
    const claimed = store === false || store.claim(id, settings.claimSeconds);
    const isFree = isPromise(claimed) ? await claimed : claimed;
    // A store that returns undefined by mistake would otherwise mark the update as handled, and lose it.
    if (typeof isFree !== "boolean") throw new ValidationError(driver.owner, "store.claim", "true or false", describe(isFree));
    if (!isFree) {
      each.outcome = driver.repeated(each);
      each.state = "done";
      return each.outcome;
    }
    isMine = true;
    // Otherwise the driver has answered that the update has to come again.
    if (!isLate(each)) {
      each.state = "handling";
      const returned = handle(update, contextOf(each) as UpdateContext<any>);
      const finished = finish(each, isPromise(returned) ? await returned : returned);
      each.outcome = isPromise(finished) ? await finished : finished;
      isHandled = true;
    }
  } catch (error) {
    // Known before `onError` is over: the deadline may pass meanwhile.
    each.outcome = driver.failed();
    each.outcome = (await report(each, error)) ?? each.outcome;
    // A successful outcome of `onError` settles the update.
    isHandled = !isLate(each) && each.outcome.ok;
  }
  if (isHandled) sendPendingAnswer(each);
  if (each.timer !== undefined) clearTimeout(each.timer);
  if (!isLate(each)) each.state = "answered";
  try {
    if (store && isMine) {
      if (!isHandled) await store.release(id);
      else {
        const settled = store.settle?.(id, settings.claimSeconds);
        if (settled) keep(each, settled);
      }
    }
  } catch (error) {
    await report(each, error);
  }
  each.state = "done";
  return (each.outcome ??= driver.failed());
}

/** Has the driver use the call that is left to make: what the handler returned, or the answer to a query. */
function finish(each: Dispatch, returned: unknown): DispatchOutcome | Promise<DispatchOutcome> {
  if (!isLate(each)) each.state = "answered";
  const call = isNothing(returned) ? undefined : returned;
  return each.driver.finish(each, each.answer ? withAnswer(each, each.answer, call) : call);
}

/** The call that is left to make where there is an answer to the query, too. */
function withAnswer(each: Dispatch, answer: object, returned: unknown): unknown {
  const isAnswer = isSameAnswer(each, answer, returned);
  if (each.isAnswerSent) return isAnswer ? undefined : returned;
  if (isAnswer || returned === undefined) each.isAnswerSent = true;
  return returned ?? answer;
}

/** Whether a call answers the query of the update: also a copy with more in it, and in any case of the method's name. */
function isSameAnswer({ given: { kind } }: Dispatch, answer: any, call: any): boolean {
  const id = `${kind}_id`;
  return call?.[id] === answer[id] && canonicalMethod(`${call?.method}`) === answer.method;
}

/** Whether no result has this parameter: a call with it lacks its method, or it is a text with markup and no call. */
const isOfCalls = (name: string): boolean => /^(chat_id|parse_mode)$|query_id$/.test(name);

/** Whether there is nothing to do: nothing was returned, or what a call gave, which no method is called with. */
const isNothing = (returned: any): boolean =>
  returned === undefined || returned === null || returned === true ||
  (Array.isArray(returned) ?
    !returned.some((one) => one?.method)
  : returned.method === undefined && className(returned) === "Object" && !Object.keys(returned).some(isOfCalls));

/** Makes an ordinary call of what was returned, where the driver has no other use for it. */
export async function sendCall(each: Dispatch, returned: unknown): Promise<void> {
  const { core } = each.given.settings;
  const { method, ...params } = Object(returned) as Record<string, unknown>;
  const name = parseMethodName(each.driver.owner, method);
  const timeoutMs = isPreCheckout(each) && canonicalMethod(name) === "answerPreCheckoutQuery" ? leftMs(each, name) : undefined;
  const retry = core.settings.retry.retries > 0 ? undefined : { retries: LATE_RETRIES, totalMs: timeoutMs ?? LATE_RETRY_MS };
  await callMethod(core, name, params, { timeoutMs, retry });
}

/** Sends the answer to a query that was not used. An update that comes again is answered then. */
function sendPendingAnswer(each: Dispatch): void {
  const { answer, isAnswerSent } = each;
  if (answer && !isAnswerSent) keep(each, sendCall(each, answer));
}

/** Calls `onError`; the outcome, if that changes it. What it throws does not, and goes to the console. */
export async function report(each: Dispatch, error: unknown): Promise<DispatchOutcome | undefined> {
  const { driver, given: { settings } } = each;
  try {
    return driver.resolved(await settings.onError(cleaned(error, settings.core), contextOf(each)));
  } catch (thrown) {
    logError(thrown, settings.core);
    return undefined;
  }
}

const contextOf = (each: Dispatch): unknown => {
  if (each.context) return each.context;
  // V8 allocates a function that is assigned to a property where only a full collection looks, and with it all it holds.
  const waitUntil = (promise: unknown): void => keep(each, promise);
  const answer = (params?: unknown): object => answerOnce(each, params);
  return (each.context = newContext(each, waitUntil, answer));
};

/** Keeps the runtime alive until the promise settles. */
function keep(each: Dispatch, promise: unknown): void {
  giveToHost(each, Promise.resolve(promise).catch((error) => report(each, error)));
}

/** What the host throws, or rejects with, does not keep the handler from its answer. */
export function giveToHost(each: Dispatch, promise: Promise<unknown>): void {
  try {
    const given: unknown = each.given.host?.waitUntil?.(promise);
    if (isPromise(given)) given.then(undefined, (error) => report(each, error));
  } catch (error) {
    report(each, error);
  }
}

/** The call that answers the query of the update. */
function answerOnce(each: Dispatch, params: unknown): object {
  const { given: { update, kind = "" }, state } = each;
  const method = `answer${`_${kind}`.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())}`;
  const fault = !METHOD_NAMES.includes(method as never) ? "an update without" : each.answer && "a second one";
  if (fault) throw new ValidationError("answer", "", "one answer to a query", fault);
  if (isPreCheckout(each)) leftMs(each, method);
  const made = (each.answer = inlineCall({ method, [`${kind}_id`]: (update as any)[kind].id }, params));
  if (state !== "claiming" && state !== "handling") {
    each.isAnswerSent = true;
    keep(each, sendCall(each, made));
  }
  return made;
}
