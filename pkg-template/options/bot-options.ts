// Options of a bot: the service, the token, and defaults for its calls.
import { runtime } from "../engine/configure.js";
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { type Redact, redactor } from "../errors/redact.js";
import { parseBaseUrl } from "./base-url.js";
import { CALL_CHECKS, type CallOptions, type CallSettings, callSettings, defaultCallSettings } from "./call-options.js";
import { type Clock, realClock } from "../clock.js";
import { type Middleware, MIDDLEWARE } from "./middleware.js";
import type { NodeOptions } from "./node-options.js";
import { ANY, BOOLEAN, type Check, checkedOptions, type Checks, isFunction } from "./parse.js";

/**
 * Options of a {@link Bot}.
 *
 * @example
 * ```ts
 * const options: BotOptions = { baseUrl: "https://service.example", token: "123456:secret", timeoutMs: 10_000, retry: 3 };
 * const bot = new Bot(options);
 * ```
 */
export interface BotOptions extends Omit<CallOptions, "signal">, NodeOptions {
  /** The service's URL: `https://…`, or `http://` on a loopback address. */
  baseUrl: string;
  /** The token of the bot. No error and no printed property contains it. */
  token: string;
  /** If true, a `baseUrl` without TLS is accepted on any host, for a service in a private network. Default false. */
  allowHttp?: boolean | undefined;
  /**
   * Measures deadlines and leases of webhooks and polling. Pass `emulator.clock` in tests. Default: the timers of the platform
   * and `performance.now()`.
   */
  clock?: Clock | undefined;
  /** Middleware around every call of the bot. The first function is outermost. Default: none. */
  use?: readonly Middleware[] | undefined;
}

/** The state of a bot, which only functions of this package can read. */
export interface Core {
  readonly baseUrl: string;
  readonly token: string;
  readonly clock: Clock;
  /** `{base_url}/bot<token>/` */
  readonly methodUrl: string;
  /** `{base_url}/file/bot<token>/` */
  readonly fileUrl: string;
  readonly settings: CallSettings;
  readonly redact: Redact;
  readonly use: readonly Middleware[];
  /** Follows each call that reaches the service, for the bot of a handler's context. Returns the call. */
  readonly track?: ((method: string, params: unknown, call: Promise<unknown>) => Promise<unknown>) | undefined;
}

export const CLOCK: Check = ["a clock with now, setTimeout and clearTimeout", (clock) => ["now", "setTimeout", "clearTimeout"].every((name) => isFunction(clock?.[name]))];

/** All options except `use`. */
export const BOT_CHECKS: Checks = { baseUrl: ANY, token: ANY, allowHttp: BOOLEAN, clock: CLOCK, agent: ANY, ca: ANY, proxy: ANY, socketPath: ANY, ...CALL_CHECKS };

/** @throws ValidationError if an option is invalid. */
export function parseBotOptions(options: unknown): Core {
  const { baseUrl: url, allowHttp, clock = realClock, use = [], ...checked } = checkedOptions<BotOptions>("Bot", options, { ...BOT_CHECKS, use: MIDDLEWARE });
  const token = parseToken(checked.token);
  const baseUrl = parseBaseUrl(url, allowHttp === true);
  if (baseUrl.includes(`/bot${token}`)) throw new ValidationError("Bot", "baseUrl", "a URL without the token, which is added", "one with it");
  return {
    baseUrl,
    token,
    clock,
    methodUrl: `${baseUrl}/bot${token}/`,
    fileUrl: `${baseUrl}/file/bot${token}/`,
    settings: callSettings("Bot", checked, { ...defaultCallSettings(), transport: runtime.transport?.(checked, baseUrl) }),
    redact: redactor(token),
    use,
  };
}

/** The token is a segment of a URL, so characters that end a segment or start an escape are refused. */
function parseToken(token: unknown): string {
  if (typeof token === "string" && /^[^\0- /?#%\\\x7f-\uffff]+$/.test(token)) return token;
  throw new ValidationError("Bot", "token", "visible ASCII characters other than / ? # % \\", describe(token));
}
