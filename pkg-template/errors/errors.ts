// The errors that botwire throws.
import type { ResponseParameters } from "../types.js";
import { LONGEST, printable } from "./printable.js";

/** The kind of an error. */
export type ErrorKind = "validation" | "api" | "http" | "network" | "timeout" | "aborted" | "engine" | "store";

/** The same symbol in every copy of the package and in every realm, so that guards work where `instanceof` fails. */
export const BRAND = Symbol.for("botwire.error");

/**
 * The base class of all errors of botwire. Distinguish them by `kind`, by `name`, or by the guards, which also work across two
 * copies of the package. No message, stack, cause or property contains the token.
 *
 * @example
 * ```ts
 * try {
 *   await bot.sendMessage({ chat_id, text: "Hello" });
 * } catch (error) {
 *   if (!isBotwireError(error)) throw error;
 *   console.error(error.kind, error.method, error.message);
 * }
 * ```
 */
export abstract class BotwireError extends Error {
  /** The kind of the error. */
  declare readonly kind: ErrorKind;
  /** The method of the service that was called, or the function of this package. */
  declare readonly method: string;

  /** @internal */
  constructor(method: string, what: string, fields: object, cause?: Error) {
    super(`${method}: ${what}`.slice(0, LONGEST), cause && { cause });
    Object.assign(this, { method }, fields);
  }

  /** Returns the name, message, kind and fields as a plain object. */
  toJSON(): Record<string, unknown> {
    return { name: this.name, message: this.message, ...(this as object) };
  }
}

/**
 * Thrown before anything is sent if a parameter or an option is wrong.
 *
 * @example
 * ```ts
 * try {
 *   await bot.sendMessage({ chat_id, text: "x".repeat(5000) });
 * } catch (error) {
 *   if (isValidationError(error)) console.error(error.path, error.expected); // names text and its limit
 * }
 * ```
 */
export class ValidationError extends BotwireError {
  declare readonly kind: "validation";
  /**
   * The path of the wrong value, such as `reply_markup.inline_keyboard[0][1].callback_data`. Empty for the parameters as a
   * whole.
   */
  declare readonly path: string;
  /** The expected value, in words. */
  declare readonly expected: string;
  /** The passed value, without its content. */
  declare readonly received: string;

  /** @internal */
  constructor(method: string, path: string, expected: string, value: string, cause?: Error) {
    const received = printable(value);
    const what = `${path && `${path}: `}expected ${expected}, got ${received}`;
    super(method, what, { kind: "validation", path, expected, received }, cause);
  }
}

/**
 * Thrown if the service responds that the call has failed.
 *
 * @example
 * ```ts
 * try {
 *   await bot.sendMessage({ chat_id, text: "Hello" });
 * } catch (error) {
 *   if (isApiError(error) && error.error_code === 403) await forget(chat_id); // the user has blocked the bot
 *   else throw error;
 * }
 * ```
 */
export class ApiError extends BotwireError {
  declare readonly kind: "api";
  /** The error code of the service, such as 403. */
  declare readonly error_code: number;
  /** The description of the service, in one line. Control characters are replaced by spaces. */
  declare readonly description: string;
  /** Details: `retry_after` in seconds, or `migrate_to_chat_id`. */
  declare readonly parameters: ResponseParameters | undefined;

  /** @internal */
  constructor(method: string, error_code: number, description: string, parameters: ResponseParameters | undefined) {
    super(method, `${error_code} ${description}`, { kind: "api", error_code, description, parameters });
  }
}

/**
 * Thrown if the response did not come from the service: an HTML page of a proxy, truncated JSON, an empty body, or a redirect.
 *
 * @example
 * ```ts
 * try {
 *   await bot.getMe();
 * } catch (error) {
 *   if (error instanceof HttpError) console.error(error.status, error.excerpt); // a proxy answered
 * }
 * ```
 */
export class HttpError extends BotwireError {
  declare readonly kind: "http";
  /** HTTP status. `0` for a redirect in a browser, because the browser hides it. */
  declare readonly status: number;
  /** The start of the body, at most 200 characters. */
  declare readonly excerpt: string;

  /** @internal */
  constructor(method: string, status: number, what: string, excerpt = "") {
    super(method, `HTTP ${status}, ${what}${excerpt && `: ${excerpt}`}`, { kind: "http", status, excerpt });
  }
}

/**
 * Thrown if there is no response: the connection failed or broke, or a file could not be read.
 *
 * @example
 * ```ts
 * try {
 *   await bot.getMe();
 * } catch (error) {
 *   if (error instanceof NetworkError) console.error(error.code); // ECONNREFUSED
 * }
 * ```
 */
export class NetworkError extends BotwireError {
  declare readonly kind: "network";
  /** The platform's error code, such as `ECONNREFUSED`, if it has one. */
  declare readonly code: string | undefined;

  /** @internal */
  constructor(method: string, what: string, cause?: Error) {
    let code: string | undefined;
    for (let inner: any = cause; inner; inner = Object.hasOwn(inner, "cause") && inner.cause) {
      // An aggregate of several attempts has a code and no message.
      what += `: ${inner.message || inner.code || inner.name}`;
      code ??= inner.code;
    }
    super(method, what, { kind: "network", code }, cause);
  }
}

/**
 * Thrown if the response was not complete within `timeoutMs`.
 *
 * @example
 * ```ts
 * try {
 *   await bot.getMe({}, { timeoutMs: 2000 });
 * } catch (error) {
 *   if (error instanceof TimeoutError) console.error(`no response within ${error.timeoutMs} ms`);
 * }
 * ```
 */
export class TimeoutError extends BotwireError {
  declare readonly kind: "timeout";
  /** The limit in milliseconds. */
  declare readonly timeoutMs: number;

  /** @internal */
  constructor(method: string, timeoutMs: number) {
    super(method, `no response within ${timeoutMs} ms`, { kind: "timeout", timeoutMs });
  }
}

/**
 * Thrown if the signal of the call was aborted. The reason is the `cause`.
 *
 * @example
 * ```ts
 * const controller = new AbortController();
 * const sent = bot.sendMessage({ chat_id, text: "Hello" }, { signal: controller.signal });
 * controller.abort();
 * await sent.catch((error) => console.log(error instanceof AbortedError)); // true
 * ```
 */
export class AbortedError extends BotwireError {
  declare readonly kind: "aborted";

  /** @internal */
  constructor(method: string, cause?: Error) {
    super(method, "aborted", { kind: "aborted" }, cause);
  }
}

/**
 * Thrown if `botwire.wasm` cannot be loaded. A retry would fail too.
 *
 * @example
 * ```ts
 * try {
 *   await init();
 * } catch (error) {
 *   if (error instanceof EngineError) console.error(error.message); // names the file and why it cannot be loaded
 * }
 * ```
 */
export class EngineError extends BotwireError {
  declare readonly kind: "engine";

  /** @internal */
  constructor(why: string, cause?: Error) {
    super("init", `botwire.wasm cannot be loaded: ${why}`, { kind: "engine" }, cause);
  }
}

/**
 * Thrown if a store fails, or if the lease of an update ended while its handler ran.
 *
 * @example
 * ```ts
 * const onError = (error: unknown) => {
 *   if (error instanceof StoreError) console.error(error.store, error.operation, error.cause);
 * };
 * ```
 */
export class StoreError extends BotwireError {
  declare readonly kind: "store";
  /** The name of the store, such as `redisStore`, or `store` if it has no name. */
  declare readonly store: string;
  /** The function of the store: `claim`, `renew`, `settle`, `release`, `read`, `write` or `delete`. */
  declare readonly operation: string;

  /** @internal */
  constructor(method: string, store: string, operation: string, what: string, cause?: Error) {
    super(method, `${store}.${operation}: ${what}`, { kind: "store", store, operation }, cause);
  }
}

Object.assign(BotwireError.prototype, { [BRAND]: true });
// In texts, since a minifier renames the classes; on the prototypes, since a stack opens with the name; one by one, as a loop here
// costs each cold start 0.08 ms.
ValidationError.prototype.name = "ValidationError";
ApiError.prototype.name = "ApiError";
HttpError.prototype.name = "HttpError";
NetworkError.prototype.name = "NetworkError";
TimeoutError.prototype.name = "TimeoutError";
AbortedError.prototype.name = "AbortedError";
StoreError.prototype.name = "StoreError";
EngineError.prototype.name = "EngineError";
