// The bot: options in, one method for each of the service's.
import { call, type Core } from "./call.js";
import { describe } from "./describe.js";
import { download, type DownloadOptions, type DownloadSource } from "./download.js";
import { ValidationError } from "./errors.js";
import { isLoopbackHost } from "./loopback.js";
import { canonical, methodName } from "./method-names.js";
import { METHOD_NAMES, type MethodMap, type MethodName, type Methods } from "./methods.js";
import type { PlatformResponse } from "./platform.js";
import { redactor } from "./redact.js";
import { BOOLEAN, type BotOptions, type CallOptions, callSettings, defaults, FUNCTION, isBoolean, isFunction, option, reading } from "./settings.js";
import type { Update } from "./types.js";
import { updates, type UpdatesOptions } from "./updates.js";

/** A method's name in the spec's spelling or in one case throughout. */
export type AnyCase = MethodName | Lowercase<MethodName> | Uppercase<MethodName>;

/** The method that a name in any case means. */
export type Canonical<Name extends string> = {
  [Each in MethodName]: Lowercase<Each> extends Lowercase<Name> ? Each : never;
}[MethodName];

/** Parameters, which may be left out where none is required, and options. */
export type CallArguments<Params> = {} extends Params
  ? [params?: Params, options?: CallOptions]
  : [params: Params, options?: CallOptions];

/** What each bot knows. Outside of the objects, so that no console or inspector shows the token. */
const cores = new WeakMap<object, Core>();

/**
 * A bot of the service: its 59 methods, and what makes them easy to use. Making one calls nothing.
 *
 * ```ts
 * const bot = new Bot({ baseUrl, token });
 * await bot.sendMessage({ chat_id, text: "hi" });
 * ```
 *
 * Every method rejects with a {@link ValidationError} (parameters that break the spec, before anything is sent),
 * {@link ApiError}, {@link HttpError}, {@link NetworkError}, {@link TimeoutError} or {@link AbortedError}.
 */
export interface Bot extends Methods {}
export class Bot {
  /** Where the service is. */
  readonly baseUrl: string;

  /** @throws ValidationError if an option is not as described. */
  constructor(options: BotOptions) {
    const core = reading("Bot", options, coreFrom);
    this.baseUrl = core.baseUrl;
    cores.set(this, core);
  }

  /**
   * Calls a method by its name, in any case. Methods that the spec does not know are called as they are; give their
   * result's type, or merge them into {@link MethodMap}.
   */
  call<Name extends AnyCase>(
    method: Name,
    ...rest: CallArguments<MethodMap[Canonical<Name>]["params"]>
  ): Promise<MethodMap[Canonical<Name>]["result"]>;
  call<Result = unknown, Name extends string = string>(
    method: Name extends AnyCase ? never : Name,
    params?: object,
    options?: CallOptions,
  ): Promise<Result>;
  async call(method: string, params?: unknown, options?: unknown): Promise<unknown> {
    const core = coreOf(this, "call");
    return call(core, canonical(methodName("call", method)), params, options);
  }

  /**
   * The updates of the bot by long polling, as an endless iterator; see {@link UpdatesOptions}.
   *
   * ```ts
   * for await (const update of bot.updates({ signal })) await handle(update);
   * ```
   *
   * An update counts as processed when the next one is asked for, and is confirmed to the service after that. One
   * that is in hand when the loop is left by `break`, `return` or a throw is not: it comes again in the next loop,
   * since a `break` cannot be told from a throw. To stop after an update, abort the signal and let the loop come
   * round. Faults of the service or the network are waited out; 4xx other than 408, 409 and 429 are thrown.
   *
   * Spec: core, getUpdates and Events.
   */
  updates(options?: UpdatesOptions): AsyncGenerator<Update, void, undefined> {
    return updates(() => coreOf(this, "updates"), options);
  }

  /**
   * Downloads a file as a streaming `Response`, whose URL is empty: the real one holds the token. Given a `file_id`,
   * or an object without `file_path`, it calls getFile first.
   *
   * Files over 20 MB are refused as soon as their size is known. Spec: core, Media and contact objects.
   */
  async download(file: DownloadSource, options?: DownloadOptions): Promise<PlatformResponse> {
    return download(coreOf(this, "download"), file, options);
  }

  /** The bot without its token. */
  toJSON(): { baseUrl: string } {
    return { baseUrl: this.baseUrl };
  }
}

// On an object of their own above `Bot.prototype`, a dictionary from the start since it has no prototype: V8 would make a
// hidden class of `Bot.prototype` for each of them, which costs a cold start 0.2 ms.
const methods: Record<string, unknown> = Object.create(null);
for (const name of METHOD_NAMES) {
  // Not async itself: the promise of the call is enough.
  methods[name] = function (this: unknown, params: unknown, options: unknown): Promise<unknown> {
    const core = cores.get(this as object);
    return core ? call(core, name, params, options) : Promise.reject(notBot(this, name));
  };
}
Object.setPrototypeOf(methods, Object.prototype);
Object.setPrototypeOf(Bot.prototype, methods);

const coreFrom = ((given: Record<string, unknown>): Core => {
  const token = checkedToken(given["token"]);
  const allowHttp = option<boolean>("Bot", "allowHttp", given["allowHttp"], BOOLEAN, isBoolean);
  const baseUrl = checkedUrl(given["baseUrl"], allowHttp === true);
  return {
    baseUrl,
    methodUrl: `${baseUrl}/bot${token}/`,
    fileUrl: `${baseUrl}/file/bot${token}/`,
    fetch: option("Bot", "fetch", given["fetch"], FUNCTION, isFunction),
    followMigration: option("Bot", "followMigration", given["followMigration"], "a Boolean or a function", isSwitch),
    settings: callSettings("Bot", given, defaults(), false),
    redact: redactor(token),
  };
});

/** What a bot knows. @throws ValidationError if it is none. */
export const coreOf = (function (bot: unknown, method: string): Core {
  const core = cores.get(bot as object);
  if (core) return core;
  throw notBot(bot, method);
});

const notBot = (bot: unknown, method: string): ValidationError => new ValidationError(method, "this", "a Bot", describe(bot));

const checkedToken = (function (token: unknown): string {
  if (typeof token === "string" && token && [...token].every(isTokenCharacter)) return token;
  throw new ValidationError("Bot", "token", "visible characters other than / ? # % \\", describe(token));
});

/** Visible ASCII without what would end the path's segment or be read as an escape. */
const isTokenCharacter = ((character: string): boolean => character > " " && character <= "~" && !"/?#%\\".includes(character));

const checkedUrl = (function (baseUrl: unknown, allowHttp: boolean): string {
  let received: string | undefined;
  try {
    const { protocol, hostname, origin, pathname, username, password, href } = new URL(baseUrl as string);
    const isHttp = protocol === "http:";
    const isSecure = protocol === "https:" || (isHttp && (allowHttp || isLoopbackHost(hostname)));
    if (!isSecure) received = isHttp ? "http: (see allowHttp)" : "another scheme";
    else if (!username && !password && !href.includes("?") && !href.includes("#")) {
      let path = pathname;
      while (path.endsWith("/")) path = path.slice(0, -1);
      return origin + path;
    }
  } catch {
    // Told below.
  }
  throw new ValidationError("Bot", "baseUrl", "an https: URL without credentials, query and fragment", received ?? describe(baseUrl));
});

const isSwitch = (value: unknown): boolean => isBoolean(value) || isFunction(value);
