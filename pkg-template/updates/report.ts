// Reports errors to `onError`, and passes promises to the host.
import { cleaned, logError } from "../errors/cleaned.js";
import { isAbortedError, isEngineError, isStoreError, isTransientError } from "../errors/guards.js";
import { className } from "../errors/describe.js";
import { isPromise, type PlatformResponse } from "../platform.js";
import { type DeliveryEvent, ON_REPORTED_HANDLED, ON_REPORTED_PLAIN, ON_REPORTED_RETRY, ON_THREW_LASTING, ON_THREW_PASSING, ON_THREW_STORE } from "./delivery-rules.js";
import type { Hosted, Reported } from "./ongoing.js";
import type { UpdateSettings } from "./settings.js";

/** Calls `onError` and returns its result. If it throws, both errors are written to the console. */
export async function callOnError({ onError, core }: Pick<UpdateSettings, "onError" | "core">, error: unknown, context: unknown): Promise<unknown> {
  try {
    return await onError(cleaned(error, core), context);
  } catch (thrown) {
    logError(error, core);
    logError(thrown, core);
    return undefined;
  }
}

/** Calls `onError` with the context of an update. */
export const report = ({ settings, context, attempt }: Reported, error: unknown, willRetry = false): Promise<unknown> =>
  callOnError(settings, error, context.with({ attempt, willRetry }));

/** Keeps the runtime alive until the promise settles. `onError` is called with its rejection. */
export function waitUntil(delivery: Hosted, promise: unknown): void {
  giveToHost(delivery, Promise.resolve(promise).catch((error) => report(delivery, error)));
}

/** Passes a promise to the host. Errors of the host do not prevent the response of the handler. */
export function giveToHost(delivery: Hosted, promise: Promise<unknown>): void {
  try {
    const returned: unknown = delivery.host?.waitUntil?.(promise);
    if (isPromise(returned)) returned.then(undefined, (error) => report(delivery, error));
  } catch (error) {
    delivery.host = undefined;
    void report(delivery, error);
  }
}

/** Returns the event for an error of the handler, or of the check of its call. */
export function eventOfError(error: unknown): DeliveryEvent {
  if (isStoreError(error)) return ON_THREW_STORE;
  // A program that ends aborts its calls, and loads an engine anew.
  return isTransientError(error) || isAbortedError(error) || isEngineError(error) ? ON_THREW_PASSING : ON_THREW_LASTING;
}

/** Returns the event for the result of `onError`. */
export function outcomeOf(returned: unknown): DeliveryEvent {
  if (returned === "handled") return ON_REPORTED_HANDLED;
  if (returned === "retry") return ON_REPORTED_RETRY;
  const response = responseOf(returned);
  return !response ? ON_REPORTED_PLAIN : response.ok ? ON_REPORTED_HANDLED : ON_REPORTED_RETRY;
}

/** Returns the response that `onError` chose, or `undefined` for other values and for Response.prototype, which throws. */
export function responseOf(returned: unknown): PlatformResponse | undefined {
  try {
    return className(returned) === "Response" && typeof (returned as Response).ok === "boolean" ? (returned as PlatformResponse) : undefined;
  } catch {
    return undefined;
  }
}
