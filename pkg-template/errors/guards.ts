// The type guards of the errors of botwire.
import { type AbortedError, type ApiError, type BotwireError, BRAND, type EngineError, type ErrorKind, type HttpError } from "./errors.js";
import type { NetworkError, StoreError, TimeoutError, ValidationError } from "./errors.js";

const KINDS = /^(validation|api|http|network|timeout|aborted|engine|store)$/;

/** Returns whether a value is an error of this kind, or of any kind. It may be parsed from the JSON of another thread. */
function isKind(error: any, kind?: ErrorKind): boolean {
  try {
    const isError = error?.[BRAND] === true || (typeof error?.method === "string" && typeof error.message === "string" && KINDS.test(error.kind));
    return isError && (kind === undefined || error.kind === kind);
  } catch {
    return false; // a proxy that throws
  }
}

/**
 * Returns whether any copy of this package made the error, so that it does not contain the token.
 *
 * @internal
 */
export function hasBrand(error: any): error is BotwireError {
  try {
    return error?.[BRAND] === true;
  } catch {
    return false; // a proxy that throws
  }
}

/** Returns whether a value is an error of botwire, from any copy of the package or parsed from JSON. */
export const isBotwireError = (error: unknown): error is BotwireError => isKind(error);
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

/** Returns whether the service refused the request because of too many requests, and did nothing. */
export const isRefusal = (error: unknown): boolean => statusOf(error) === 429 || retryAfterMs(error) !== undefined;

/** Returns `retry_after` in milliseconds, or `undefined` if the service names no measurable wait. */
export function retryAfterMs(error: unknown): number | undefined {
  const seconds = isApiError(error) ? error.parameters?.retry_after : undefined;
  return Number.isFinite(seconds) && seconds! >= 0 ? Math.ceil(seconds!) * 1000 : undefined;
}

/** Returns the code of an ApiError or the status of an HttpError, and 0 for other errors. */
export const statusOf = (error: unknown): number =>
  isApiError(error) ? error.error_code : isHttpError(error) ? error.status : 0;
