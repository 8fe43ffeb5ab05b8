// The type guards of the errors of botwire.
import { type AbortedError, type ApiError, type BotwireError, BRAND, type EngineError, type ErrorKind, type HttpError } from "./errors.js";
import type { NetworkError, StoreError, TimeoutError, ValidationError } from "./errors.js";

const KINDS = /^(validation|api|http|network|timeout|aborted|engine|store)$/;

/** Whether a value is an error of this kind, or of any: also one that was parsed from the JSON of another thread. */
function isKind(error: any, kind?: ErrorKind): boolean {
  try {
    const isError = error?.[BRAND] === true || (typeof error?.method === "string" && typeof error.message === "string" && KINDS.test(error.kind));
    return isError && (kind === undefined || error.kind === kind);
  } catch {
    return false; // a proxy that throws
  }
}

/**
 * Whether this package made the error, in any copy of it, so that the token is not in it.
 *
 * @internal
 */
export function isBotwireError(error: any): error is BotwireError {
  try {
    return error?.[BRAND] === true;
  } catch {
    return false; // a proxy that throws
  }
}

/** Whether a value is an error of botwire, of any copy of the package; also one that was parsed from JSON. */
export const isErrorOfBotwire = (error: unknown): error is BotwireError => isKind(error);
/** Whether parameters or options were refused before anything was sent. */
export const isValidationError = (error: unknown): error is ValidationError => isKind(error, "validation");
/** Whether the service answered that the call failed. */
export const isApiError = (error: unknown): error is ApiError => isKind(error, "api");
/** Whether something answered that is not the service. */
export const isHttpError = (error: unknown): error is HttpError => isKind(error, "http");
/** Whether no answer came. */
export const isNetworkError = (error: unknown): error is NetworkError => isKind(error, "network");
/** Whether no answer came in time. */
export const isTimeoutError = (error: unknown): error is TimeoutError => isKind(error, "timeout");
/** Whether the caller's signal was aborted. */
export const isAbortedError = (error: unknown): error is AbortedError => isKind(error, "aborted");
/** Whether a store of claims failed. */
export const isStoreError = (error: unknown): error is StoreError => isKind(error, "store");
/** Whether the wasm file of this package cannot be loaded. */
export const isEngineError = (error: unknown): error is EngineError => isKind(error, "engine");

/**
 * Whether the same call may succeed later: no answer, none in time, 429, 5xx, or an answer with `retry_after`. It does not say
 * that repeating it is safe: after all but 429 and `retry_after` the service may have done what was asked.
 */
export const isTransientError = (error: unknown): error is BotwireError =>
  isNetworkError(error) || isTimeoutError(error) || isRefusal(error) || statusOf(error) >= 500;

/** Whether the service did nothing of what was asked, since it was asked too often. */
export const isRefusal = (error: unknown): boolean => statusOf(error) === 429 || retryAfterMs(error) !== undefined;

/** `retry_after` in milliseconds; undefined where the service names no wait that a clock could measure. */
export function retryAfterMs(error: unknown): number | undefined {
  const seconds = isApiError(error) ? error.parameters?.retry_after : undefined;
  return Number.isFinite(seconds) && seconds! >= 0 ? Math.ceil(seconds!) * 1000 : undefined;
}

/** The code of a failure, or the HTTP status of what is no answer; 0 for other errors. */
export const statusOf = (error: unknown): number =>
  isApiError(error) ? error.error_code : isHttpError(error) ? error.status : 0;
