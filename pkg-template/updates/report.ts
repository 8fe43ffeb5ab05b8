// Reports errors to `onError`, and passes promises to the host.
import { cleaned, logError } from "../errors/cleaned.js";
import { isPromise } from "../platform.js";
import type { OngoingUpdate, UpdateSettings } from "./ongoing.js";

/** Calls `onError` and returns its result. If it throws, both errors are written to the console. */
export async function callOnError({ onError, core }: UpdateSettings, error: unknown, context: unknown): Promise<unknown> {
  try {
    return await onError(cleaned(error, core), context);
  } catch (thrown) {
    logError(error, core);
    logError(thrown, core);
    return undefined;
  }
}

/** Calls `onError` with the context of an update. */
export const report = ({ settings, context }: OngoingUpdate, error: unknown): Promise<unknown> => callOnError(settings, error, context);

/** Keeps the runtime alive until the promise settles. `onError` is called with its rejection. */
export function waitUntil(ongoing: OngoingUpdate, promise: unknown): void {
  giveToHost(ongoing, Promise.resolve(promise).catch((error) => report(ongoing, error)));
}

/** Passes a promise to the host. Errors of the host do not prevent the response of the handler. */
export function giveToHost(ongoing: OngoingUpdate, promise: Promise<unknown>): void {
  try {
    const returned: unknown = ongoing.host?.waitUntil?.(promise);
    if (isPromise(returned)) returned.then(undefined, (error) => report(ongoing, error));
  } catch (error) {
    ongoing.host = undefined;
    void report(ongoing, error);
  }
}
