// Options that a call and a bot have in common.
import { type Encoding, runtime, type Transport } from "../engine/configure.js";
import { describe } from "../errors/describe.js";
import { type BotwireError, ValidationError } from "../errors/errors.js";
import type { FetchLike, SignalLike, UploadProgress } from "../platform.js";
import { FIRST_WAIT_MS, MAX_RESPONSE_BYTES, MAX_RETRY_WAIT_MS } from "../policy.js";
import { BOOLEAN, BYTES, type Check, checkedOptions, type Checks, DURATION, FUNCTION, isAmount, isBoolean, isFunction, oneOf } from "./parse.js";

/**
 * Options of retries.
 *
 * @example
 * ```ts
 * const bot = new Bot({
 *   baseUrl,
 *   token,
 *   retry: { retries: 3, maxWaitMs: 10_000, onRetry: (error, retry, waitMs) => console.warn(error.message, retry, waitMs) },
 * });
 * ```
 */
export interface RetryOptions {
  /** The largest number of retries after the first attempt. */
  retries: number;
  /** The longest wait in milliseconds. If the service asks for a longer one, the call fails immediately. Default 120,000. */
  maxWaitMs?: number | undefined;
  /**
   * The first wait in milliseconds if the service does not name one. It doubles each time. For a bot, it is also the first wait
   * of `poll` and `updates` after a failure. Default 500.
   */
  baseMs?: number | undefined;
  /** The longest time in milliseconds from the first attempt to the start of the last one. Default: no limit. */
  totalMs?: number | undefined;
  /** Called before each wait. If it throws, the call fails with that error. */
  onRetry?: ((error: BotwireError, retry: number, waitMs: number) => void) | undefined;
}

/**
 * Options of a call. They override those of the bot.
 *
 * @example
 * ```ts
 * await bot.sendMessage({ chat_id, text: "Hello" }, { signal: AbortSignal.timeout(5000), retry: 2 });
 * ```
 */
export interface CallOptions {
  /** Aborts the call, its waits and its uploads. The call fails with an AbortedError. */
  signal?: SignalLike | null | undefined;
  /**
   * The time limit of one attempt in milliseconds, including reading streams and the response body. The request is then
   * aborted. `0` means no limit. Default 60,000, and for getUpdates 60,000 plus its `timeout`. By default, calls with files are
   * limited by `idleTimeoutMs` only.
   */
  timeoutMs?: number | undefined;
  /**
   * The longest time in milliseconds without progress of a call with files. The request is then aborted, and the call fails
   * with a TimeoutError. `0` means no limit. Reading a stream counts, and so do bytes that the runtime takes from a body of 1
   * MiB or more in Node and Bun, and from any body with `onUploadProgress`. If the runtime does not report how fast it sends a
   * body, the limit is extended by one second per 32 kB. Default 60,000.
   */
  idleTimeoutMs?: number | undefined;
  /**
   * The largest successful response in bytes, after decompression. A larger one is aborted, and the call fails with an
   * HttpError. Default 16,777,216. At most one more chunk is read: 64 KiB, or in Bun and Chromium everything that has arrived.
   * If an injected `fetch` returns a body that is not a `ReadableStream`, its size is checked after it has been read.
   */
  maxResponseBytes?: number | undefined;
  /**
   * How parameters are sent. Default `"json"`, and in browsers `"form"`, which avoids the CORS preflight. Calls with files use
   * multipart.
   */
  encoding?: Encoding | undefined;
  /** The HTTP method. With `"GET"`, parameters are sent in the query, whatever the encoding. Default `"POST"`. */
  httpMethod?: "GET" | "POST" | undefined;
  /**
   * The number of retries, or options of retries. A call is retried after 429 or `retry_after`. An idempotent method is also
   * retried after 5xx, a network error or a timeout. Default: no retries. A file from a stream stays in memory for the retries.
   */
  retry?: number | RetryOptions | undefined;
  /**
   * If false, limits, formats, enumerated values and rules are left to the service. Types and required fields are always
   * checked. Default true.
   *
   * Some values are never checked, because the specification gives no range or list for them: negative numbers, latitudes
   * beyond 90, the syntax of URLs, currencies that ISO 4217 does not have, empty titles and lists, invisible texts, and a
   * `provider_data` that is not JSON. Inline results with the same `id` and the sum of prices are not checked either, but the
   * emulator refuses them.
   */
  checkLimits?: boolean | undefined;
  /** Used instead of the global `fetch`, and in Node instead of `node:http` and `node:https`. */
  fetch?: FetchLike | undefined;
  /**
   * Called while files are sent, with the sent and the total bytes of the body. Starts again at 0 for each retry. Bytes count
   * as sent when the runtime has taken them, which may be before the service has received them. Works in Node, Deno, Bun and
   * workerd, with the emulator's `fetch`, and in browsers with `fetch:` {@link xhrFetch}. Another injected `fetch` must call it
   * itself. If it throws, the call fails with a NetworkError.
   */
  onUploadProgress?: UploadProgress | undefined;
  /**
   * If true, and the service responds that a group has become a supergroup, the call is repeated for the new chat. A function
   * is called first, with the old identifier, the new identifier and the method. A call that names two groups, such as a
   * forward, fails instead, because the service does not say which one has moved. Default false.
   */
  followMigration?:
    | boolean
    | ((from: number, to: number, method: string) => void | Promise<void>)
    | undefined;
}

/** Parsed options of a retry. */
export interface RetrySettings {
  readonly retries: number;
  readonly maxWaitMs: number;
  readonly baseMs: number;
  readonly totalMs: number;
  readonly onRetry?: RetryOptions["onRetry"];
}

/** Parsed options of a call. */
export interface CallSettings {
  readonly signal?: SignalLike | null | undefined;
  readonly timeoutMs?: number | undefined;
  readonly idleTimeoutMs?: number | undefined;
  /** True if the call itself has a `timeoutMs`. getUpdates then gets no additional time for its `timeout`. */
  readonly isExact?: boolean;
  readonly maxResponseBytes: number;
  readonly encoding: Encoding;
  readonly httpMethod: "GET" | "POST";
  /** True if the call itself requests GET. A file is then an error instead of a reason for POST. */
  readonly isGet?: boolean;
  readonly retry: RetrySettings;
  readonly checkLimits: boolean;
  readonly fetch?: FetchLike | undefined;
  /** Sends requests if the options have no `fetch`. */
  readonly transport?: Transport | undefined;
  readonly onUploadProgress?: UploadProgress | undefined;
  readonly followMigration?: CallOptions["followMigration"];
}

const RETRIES: Check = ["a number of retries", (value) => Number.isSafeInteger(value) && isAmount(value)];
const RETRY_CHECKS: Checks = { retries: RETRIES, maxWaitMs: DURATION, baseMs: DURATION, totalMs: DURATION, onRetry: FUNCTION };

/** The checks of options that a bot and a call have in common. */
export const CALL_CHECKS: Checks = {
  timeoutMs: DURATION,
  idleTimeoutMs: DURATION,
  httpMethod: oneOf("GET", "POST"),
  retry: [RETRIES[0], (retry) => (typeof retry === "object" && retry) || RETRIES[1](retry)],
  maxResponseBytes: BYTES,
  encoding: oneOf("json", "form", "query", "multipart"),
  checkLimits: BOOLEAN,
  fetch: FUNCTION,
  onUploadProgress: FUNCTION,
  followMigration: ["a Boolean or a function", (value) => isBoolean(value) || isFunction(value)],
};

const NO_RETRY: RetrySettings = { retries: 0, maxWaitMs: MAX_RETRY_WAIT_MS, baseMs: FIRST_WAIT_MS, totalMs: Infinity };

/** Returns the settings of a bot without options. */
export const defaultCallSettings = (): CallSettings => ({
  maxResponseBytes: MAX_RESPONSE_BYTES,
  encoding: runtime.encoding ?? "json",
  httpMethod: "POST",
  retry: NO_RETRY,
  checkLimits: true,
});

/**
 * Converts checked options to settings.
 *
 * @param defaults - For omitted options.
 */
export function callSettings(apiName: string, { retry, ...options }: Partial<CallOptions>, defaults: CallSettings): CallSettings {
  return { ...defaults, ...(options as Partial<CallSettings>), retry: retry === undefined ? defaults.retry : parseRetryOptions(apiName, retry) };
}

function parseRetryOptions(apiName: string, retry: number | object): RetrySettings {
  if (typeof retry === "number") return { ...NO_RETRY, retries: retry };
  const parsed = checkedOptions<RetrySettings>(apiName, retry, RETRY_CHECKS, "retry.");
  if (parsed.retries === undefined) throw new ValidationError(apiName, "retry.retries", RETRIES[0], describe(undefined));
  return { ...NO_RETRY, ...parsed };
}
