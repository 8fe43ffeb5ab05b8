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

/** Returns whether a value is an error of botwire, from any copy of the package or parsed from JSON. */
export const isErrorOfBotwire = (error: unknown): error is BotwireError => isKind(error);
/** Returns whether a value is a {@link ValidationError}: a parameter or an option was wrong, and nothing was sent. */
export const isValidationError = (error: unknown): error is ValidationError => isKind(error, "validation");
/** Returns whether a value is an {@link ApiError}: the service responded that the call has failed. */
export const isApiError = (error: unknown): error is ApiError => isKind(error, "api");
/** Returns whether a value is an {@link HttpError}: the response did not come from the service. */
export const isHttpError = (error: unknown): error is HttpError => isKind(error, "http");
/** Returns whether a value is a {@link NetworkError}: there was no response. */
export const isNetworkError = (error: unknown): error is NetworkError => isKind(error, "network");
/** Returns whether a value is a {@link TimeoutError}: the response did not arrive in time. */
export const isTimeoutError = (error: unknown): error is TimeoutError => isKind(error, "timeout");
/** Returns whether a value is an {@link AbortedError}: the signal of the call was aborted. */
export const isAbortedError = (error: unknown): error is AbortedError => isKind(error, "aborted");
/** Returns whether a value is a {@link StoreError}: a store failed. */
export const isStoreError = (error: unknown): error is StoreError => isKind(error, "store");
/** Returns whether a value is an {@link EngineError}: `botwire.wasm` cannot be loaded. */
export const isEngineError = (error: unknown): error is EngineError => isKind(error, "engine");

/**
 * Returns whether the same call may succeed later: after no response, a timeout, 429, 5xx, or `retry_after`. This does not mean
 * that repeating it is safe. Except after a 429 or `retry_after`, the call may already have been carried out.
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

/** The code of a failure, or the HTTP status of what is not an answer; 0 for other errors. */
export const statusOf = (error: unknown): number =>
  isApiError(error) ? error.error_code : isHttpError(error) ? error.status : 0;
