// Options that a call and a bot have in common.
import { type Encoding, runtime, type Transport } from "../engine/configure.js";
import { describe } from "../errors/describe.js";
import { type BotwireError, ValidationError } from "../errors/errors.js";
import type { FetchLike, SignalLike, UploadProgress } from "../platform.js";
import { FIRST_WAIT_MS, MAX_RESPONSE_BYTES, MAX_RETRY_WAIT_MS } from "../policy.js";
import { BOOLEAN, BYTES, type Check, type Checks, DURATION, FUNCTION, givenOptions, isAmount, isBoolean, isFunction, oneOf, option, refuseUnknown, SIGNAL } from "./parse.js";

/** When a call is retried. */
export interface RetryOptions {
  /** How many times the call may be retried after the first try. */
  retries: number;
  /** The longest wait in milliseconds; a 429 that asks for more fails at once. Default 30 000. */
  maxWaitMs?: number | undefined;
  /**
   * The first wait in milliseconds where the service names none; it doubles each time. That of a bot is also the first wait of
   * `poll` and `updates` after a fault. Default 500.
   */
  baseMs?: number | undefined;
  /** The longest time in milliseconds from the first try to the start of the last one. Default: no limit. */
  totalMs?: number | undefined;
  /** Called before each wait. What it throws rejects the call. */
  onRetry?: ((error: BotwireError, retry: number, waitMs: number) => void) | undefined;
}

/** Options of a call; they go before those of the bot. */
export interface CallOptions {
  /** Aborts the call, its waits and its uploads: it rejects with an AbortedError. */
  signal?: SignalLike | undefined;
  /**
   * The longest time in milliseconds that one try may take, the body of the answer included, and the reading of streams
   * before it; 0 for no limit. The request is then aborted. Default 60 000 and for getUpdates its `timeout` more. For calls with
   * files there is no limit by default but `idleTimeoutMs`.
   */
  timeoutMs?: number | undefined;
  /**
   * The longest time in milliseconds that a call with files may go on without progress; 0 for no limit. The request is then
   * aborted and the call rejects with a TimeoutError. Reading a stream counts, and so do bytes that the runtime takes from a body
   * of 1 MiB or more in Node and Bun, and from any body with `onUploadProgress`. A body that the runtime has taken whole has a
   * second more for each 32 kB, since nobody sees how fast it is sent. Default 60 000.
   */
  idleTimeoutMs?: number | undefined;
  /**
   * The largest successful answer in bytes, counted after decompression. The request for a larger one is aborted and the
   * call rejects with an HttpError. Default 16 777 216: more than 100 updates of the longest texts, with all characters
   * escaped, and little enough for the memory of a worker. At most this and one piece of the runtime are read: pieces have up
   * to 64 KiB, but Bun and Chromium hand over as the first piece all that they have received by then. A body of an injected `fetch`
   * that is not a `ReadableStream` is only measured after it was read.
   */
  maxResponseBytes?: number | undefined;
  /**
   * How parameters are sent. Default `"json"`, in browsers `"form"`, which spares the CORS preflight. A file makes it
   * multipart.
   */
  encoding?: Encoding | undefined;
  /** With `"GET"` the parameters go into the query, whatever the encoding. Default `"POST"`. */
  httpMethod?: "GET" | "POST" | undefined;
  /**
   * How many times, or when, the call is retried: after 429 or an answer with `retry_after`, and after 5xx, a network
   * fault or a timeout where the method is idempotent. Default: never. A file from a stream stays in memory for the retries.
   */
  retry?: number | RetryOptions | undefined;
  /**
   * Whether limits, formats, enumerated values and rules of arrangement are checked before sending; kinds and
   * required fields always are. Default true. Left to the service is what the specification gives no range or list for:
   * negative numbers, latitudes beyond 90, the syntax of URLs, currencies that ISO 4217 does not have, empty titles and lists, a
   * `provider_data` that is no JSON; also texts in which nothing is visible, since the specification allows 0 characters.
   * Results with the same `id` and the sum of prices are left to the service too: their checks would cost every worker more
   * bytes than the rare mistake is worth. The emulator refuses both.
   */
  checkLimits?: boolean | undefined;
  /** Used instead of the global `fetch`, and in Node instead of `node:http` and `node:https`. */
  fetch?: FetchLike | undefined;
  /**
   * Called while files are sent, with the bytes of the body so far and in all; again from 0 for each retry. Bytes count when
   * the runtime has taken them, up to some buffers before the service has. It works in Node, Deno, Bun and workerd, with the
   * emulator's `fetch`, and in browsers with the option `fetch:` {@link xhrFetch}; another injected `fetch` may call it, from
   * the options that it is given. What it throws ends the call with a NetworkError.
   */
  onUploadProgress?: UploadProgress | undefined;
  /**
   * Whether a call is sent once more for the new chat when the service answers that a group became a supergroup. A function
   * is called before that with the old identifier, the new one and the method. A call that names two groups, such as a
   * forward, fails instead: the service does not say which one moved. Default false.
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
  readonly signal?: SignalLike | undefined;
  readonly timeoutMs?: number | undefined;
  readonly idleTimeoutMs?: number | undefined;
  /** Whether the call itself has a `timeoutMs`: then getUpdates gets no more time for its `timeout`. */
  readonly isExact?: boolean;
  readonly maxResponseBytes: number;
  readonly encoding: Encoding;
  readonly httpMethod: "GET" | "POST";
  /** Whether the call itself asks for GET: then a file is an error instead of a reason for POST. */
  readonly isGet?: boolean;
  readonly retry: RetrySettings;
  readonly checkLimits: boolean;
  readonly fetch?: FetchLike | undefined;
  /** Sends where there is no `fetch` in the options. */
  readonly transport?: Transport | undefined;
  readonly onUploadProgress?: UploadProgress | undefined;
  readonly followMigration?: CallOptions["followMigration"];
}

const RETRIES: Check = ["a number of retries", (value) => Number.isSafeInteger(value) && isAmount(value)];
const RETRY_CHECKS: Checks = { retries: RETRIES, maxWaitMs: DURATION, baseMs: DURATION, totalMs: DURATION, onRetry: FUNCTION };

/** What the options must be that a bot and a call have in common. */
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

const CALL_OPTION_NAMES = [...Object.keys(CALL_CHECKS), "signal"];

const NO_RETRY: RetrySettings = { retries: 0, maxWaitMs: MAX_RETRY_WAIT_MS, baseMs: FIRST_WAIT_MS, totalMs: Infinity };

/** The settings of a bot without options. */
export const defaultCallSettings = (): CallSettings => ({
  maxResponseBytes: MAX_RESPONSE_BYTES,
  encoding: runtime.encoding ?? "json",
  httpMethod: "POST",
  retry: NO_RETRY,
  checkLimits: true,
});

/**
 * Parses the options that a bot and a call have in common.
 *
 * @param defaults - For options that are left out: the settings of the bot.
 */
export function parseCallOptions(owner: string, options: Record<string, unknown>, defaults: CallSettings, isCall: boolean): CallSettings {
  if (isCall) refuseUnknown(owner, options, CALL_OPTION_NAMES);
  const parsed = givenOptions<Omit<CallSettings, "retry"> & { retry: unknown }>(owner, options, CALL_CHECKS);
  return {
    ...defaults,
    ...parsed,
    isExact: isCall && parsed.timeoutMs !== undefined,
    isGet: isCall && parsed.httpMethod === "GET",
    retry: parsed.retry === undefined ? defaults.retry : parseRetryOptions(owner, parsed.retry),
    signal: isCall ? option(owner, "signal", options["signal"], SIGNAL) : undefined,
  };
}

/** @param retry - A number, or an object whose fields are not checked yet. */
function parseRetryOptions(owner: string, retry: unknown): RetrySettings {
  if (typeof retry === "number") return { ...NO_RETRY, retries: retry };
  refuseUnknown(owner, retry as object, Object.keys(RETRY_CHECKS));
  const parsed = givenOptions<RetrySettings>(owner, retry, RETRY_CHECKS, "retry.");
  if (parsed.retries === undefined) throw new ValidationError(owner, "retry.retries", RETRIES[0], describe(undefined));
  return { ...NO_RETRY, ...parsed };
}
