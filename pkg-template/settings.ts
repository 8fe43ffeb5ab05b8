// Options of a bot and of a call: what they are, and their checks.
import { describe } from "./describe.js";
import { type Encoding, platform } from "./engine.js";
import { type BotwireError, isBotwireError, ValidationError } from "./errors.js";
import type { FetchLike, SignalLike } from "./platform.js";

/** When a call is retried. */
export interface RetryOptions {
  /** How many times the call may be retried after the first try. */
  retries: number;
  /** The longest wait in milliseconds; a 429 that asks for more fails at once. Default 30 000. */
  maxWaitMs?: number | undefined;
  /** The first wait in milliseconds where the service names none; it doubles each time. Default 500. */
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
   * The longest time in milliseconds that one try may take, the body of the answer included; 0 for no limit. The
   * request is then aborted. Default 60 000 and for getUpdates its `timeout` more; no limit for calls with files.
   */
  timeoutMs?: number | undefined;
  /**
   * The largest successful answer in bytes, counted after decompression. The request for a larger one is aborted and the
   * call rejects with an HttpError. Default 16 777 216: more than 100 updates of the longest texts, with all characters
   * escaped, and little enough for the memory of a worker. A body of an injected `fetch` that is no `ReadableStream` is
   * only measured after it was read.
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
   * How many times, or when, the call is repeated: after 429, and after 5xx, a network fault or a time-out where
   * repeating cannot do the same thing twice. Default: never. A file from a stream is kept in memory for it.
   */
  retry?: number | RetryOptions | undefined;
  /**
   * Whether limits, formats, enumerated values and rules of arrangement are checked before sending; kinds and
   * required fields always are. Default true.
   */
  checkLimits?: boolean | undefined;
}

/** Options of a {@link Bot}. */
export interface BotOptions extends Omit<CallOptions, "signal"> {
  /** Where the service is: `https://…`, or `http://` on a loopback address. Spec: core, Conventions that hold for every method. */
  baseUrl: string;
  /** The bot's token. It appears in no error and in no printed property. Spec: core, Authentication. */
  token: string;
  /** Used instead of the global `fetch`. */
  fetch?: FetchLike | undefined;
  /**
   * Whether a call is repeated once for the new chat when the service answers that a group became a supergroup.
   * A function is told the old identifier, the new one and the method before that. Default false.
   */
  followMigration?:
    | boolean
    | ((from: number | string, to: number, method: string) => void | Promise<void>)
    | undefined;
  /** Whether a `baseUrl` without TLS is accepted on any host, for a service in a private network. Default false. */
  allowHttp?: boolean | undefined;
}

/** Checked options. */
export interface Settings {
  readonly signal: SignalLike | undefined;
  readonly timeoutMs: number | undefined;
  /** Whether `timeoutMs` is of the call itself, and so is not extended. */
  readonly isExact: boolean;
  readonly maxResponseBytes: number;
  readonly encoding: Encoding;
  readonly httpMethod: "GET" | "POST";
  /** Whether the call itself says GET, so that a file cannot change it. */
  readonly isGet: boolean;
  readonly retries: number;
  readonly maxWaitMs: number;
  readonly baseMs: number;
  readonly totalMs: number;
  readonly onRetry: RetryOptions["onRetry"];
  readonly checkLimits: boolean;
}

const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
const MAX_WAIT_MS = 30_000;
const BASE_MS = 500;

/** What the bot's options are put over. */
export const defaults = ((): Settings => ({
  signal: undefined,
  timeoutMs: undefined,
  isExact: false,
  maxResponseBytes: MAX_RESPONSE_BYTES,
  encoding: platform.encoding,
  httpMethod: "POST",
  isGet: false,
  retries: 0,
  maxWaitMs: MAX_WAIT_MS,
  baseMs: BASE_MS,
  totalMs: Infinity,
  onRetry: undefined,
  checkLimits: true,
}));

/** Reads options that must be an object; a throw of theirs becomes a ValidationError. */
export const reading = (function <T>(owner: string, options: unknown, read: (options: Record<string, unknown>) => T): T {
  let received: string | undefined;
  try {
    if (typeof options === "object" && options) return read(options as Record<string, unknown>);
  } catch (error) {
    if (isBotwireError(error)) throw error;
    received = "an object that throws";
  }
  throw new ValidationError(owner, "", "an object of options", received ?? describe(options));
});

/** An option, if it is given. */
export const option = (function <T>(
  owner: string,
  name: string,
  value: unknown,
  expected: string,
  fits: (value: any) => boolean,
): T | undefined {
  if (value === undefined || fits(value)) return value as T | undefined;
  throw new ValidationError(owner, name, expected, describe(value));
});

/** Whether a value is a number of milliseconds. */
export const isDuration = ((value: unknown): boolean => typeof value === "number" && value >= 0);
/** What such an option must be. */
const DURATION = "milliseconds, 0 or more";
/** Whether a value is a function. */
export const isFunction = ((value: unknown): boolean => typeof value === "function");
/** What such an option must be. */
export const FUNCTION = "a function";
/** Whether a value is a Boolean. */
export const isBoolean = ((value: unknown): boolean => typeof value === "boolean");
/** What such an option must be. */
export const BOOLEAN = "a Boolean";

const isSignal = (value: SignalLike | null): boolean =>
  typeof value?.aborted === "boolean" && isFunction(value.addEventListener) && isFunction(value.removeEventListener);

/** A signal, if it is given. */
export const signalOption = (owner: string, signal: unknown): SignalLike | undefined =>
  option(owner, "signal", signal, "an AbortSignal", isSignal);

/** A number of milliseconds, if it is given. */
export const durationOption = ((owner: string, name: string, value: unknown): number | undefined =>
  option(owner, name, value, DURATION, isDuration));

/** A number of bytes, if it is given. */
export const bytesOption = ((owner: string, name: string, value: unknown): number | undefined =>
  option(owner, name, value, "bytes, 0 or more", isDuration));

/** The options that a bot and a call have in common, over those that hold otherwise. */
export const callSettings = (function (owner: string, options: Record<string, unknown>, under: Settings, isCall: boolean): Settings {
  const oneOf = (<T extends string>(name: string, ...values: T[]): T | undefined =>
    options[name] === undefined ? undefined : option(owner, name, options[name], values.join(" or "), (value) => values.includes(value)));
  const timeoutMs = durationOption(owner, "timeoutMs", options["timeoutMs"]);
  const httpMethod = oneOf("httpMethod", "GET", "POST");
  return {
    ...under,
    ...(options["retry"] === undefined ? undefined : retrySettings(owner, options["retry"])),
    signal: isCall ? signalOption(owner, options["signal"]) : undefined,
    timeoutMs: timeoutMs ?? under.timeoutMs,
    isExact: isCall && timeoutMs !== undefined,
    maxResponseBytes: bytesOption(owner, "maxResponseBytes", options["maxResponseBytes"]) ?? under.maxResponseBytes,
    encoding: oneOf("encoding", "json", "form", "query", "multipart") ?? under.encoding,
    httpMethod: httpMethod ?? under.httpMethod,
    isGet: isCall && httpMethod === "GET",
    checkLimits: option<boolean>(owner, "checkLimits", options["checkLimits"], BOOLEAN, isBoolean) ?? under.checkLimits,
  };
});

function retrySettings(owner: string, retry: unknown): Partial<Settings> {
  const given = (typeof retry === "object" && retry) || { retries: retry };
  const { retries, maxWaitMs, baseMs, totalMs, onRetry } = given as Record<string, unknown>;
  const duration = (name: string, value: unknown, otherwise: number): number =>
    durationOption(owner, `retry.${name}`, value) ?? otherwise;
  if (!(Number.isSafeInteger(retries) && isDuration(retries))) {
    throw new ValidationError(owner, "retry", "a number of retries", describe(retries));
  }
  return {
    retries: retries as number,
    maxWaitMs: duration("maxWaitMs", maxWaitMs, MAX_WAIT_MS),
    baseMs: duration("baseMs", baseMs, BASE_MS),
    totalMs: duration("totalMs", totalMs, Infinity),
    onRetry: option(owner, "retry.onRetry", onRetry, FUNCTION, isFunction),
  };
}
