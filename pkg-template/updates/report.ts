// How faults reach `onError`, and promises the host.
import { cleaned, logError } from "../errors/cleaned.js";
import { isPromise } from "../platform.js";
import type { OngoingUpdate } from "./ongoing.js";

/** Calls `onError` and returns its result. Errors that it throws are written to the console. */
export async function report(ongoing: OngoingUpdate, error: unknown): Promise<unknown> {
  const { settings } = ongoing;
  try {
    return await settings.onError(cleaned(error, settings.core), ongoing.context);
  } catch (thrown) {
    logError(thrown, settings.core);
    return undefined;
  }
}

/** Keeps the runtime alive until the promise settles. `onError` is called with its rejection. */
export function waitUntil(ongoing: OngoingUpdate, promise: unknown): void {
  giveToHost(ongoing, Promise.resolve(promise).catch((error) => report(ongoing, error)));
}

/** Gives a promise to the host. Errors of the host do not prevent the response of the handler. */
export function giveToHost(ongoing: OngoingUpdate, promise: Promise<unknown>): void {
  try {
    const returned: unknown = ongoing.host?.waitUntil?.(promise);
    if (isPromise(returned)) returned.then(undefined, (error) => report(ongoing, error));
  } catch (error) {
    ongoing.host = undefined;
    void report(ongoing, error);
  }
}
