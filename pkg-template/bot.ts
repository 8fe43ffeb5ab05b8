// The bot: a client with one function for each method of the service.
import { callMethod } from "./call.js";
import { describe } from "./errors/describe.js";
import { ValidationError } from "./errors/errors.js";
import { type InlineCall, METHOD_NAMES, type MethodMap, type MethodName, type Methods } from "./methods.js";
import { type BotOptions, type Core, parseBotOptions } from "./options/bot-options.js";
import { idOfToken } from "./options/bot-id.js";
import type { Middleware } from "./options/middleware.js";
import type { NodeOptions } from "./options/node-options.js";
import type { CallOptions } from "./options/call-options.js";
import { parseOptions } from "./options/parse.js";
import type { FormLike } from "./request/form-params.js";
import { parseMethodName } from "./request/method-names.js";

/** The name of a method: as in the specification, in lower case, or in upper case. */
export type AnyCase = MethodName | Lowercase<MethodName> | Uppercase<MethodName>;

/** The method of a name in any case. */
export type Canonical<Name extends string> = {
  [Each in MethodName]: Lowercase<Each> extends Lowercase<Name> ? Each : never;
}[MethodName];

/** The arguments of a call: parameters or a form, which are optional if no parameter is required, and options. */
export type CallArguments<Params> = {} extends Params
  ? [params?: Params | FormLike, options?: CallOptions]
  : [params: Params | FormLike, options?: CallOptions];

/** The state of each bot. Outside of the objects, so that no console or inspector shows the token. */
const cores = new WeakMap<object, Core>();

/** The key of a function that returns the bot. A Proxy, such as those of Vue, passes it on, and is not in `cores` itself. */
const SELF = Symbol("Bot");

function remember(bot: object, core: Core): void {
  cores.set(bot, core);
  // Not enumerable, so that structuredClone and consoles ignore it.
  Object.defineProperty(bot, SELF, { value: () => bot });
}

/**
 * A client for one bot, with a function for each method of the service. Creating it sends nothing.
 *
 * ```ts
 * const bot = new Bot({ baseUrl, token });
 * await bot.sendMessage({ chat_id, text: "hi" });
 * ```
 *
 * Every method rejects with a {@link ValidationError} (before anything is sent, if a parameter is wrong), {@link ApiError},
 * {@link HttpError}, {@link NetworkError}, {@link TimeoutError}, {@link AbortedError} or {@link EngineError}.
 */
export interface Bot extends Methods {}
export class Bot {
  /** The base URL of the service. */
  declare readonly baseUrl: string;
  /** The identifier of the bot: the digits before the colon of its token. `undefined` if there are none. */
  declare readonly id: number | undefined;

  /** @throws ValidationError if an option is invalid or unknown. */
  constructor(options: BotOptions) {
    const core = parseBotOptions(options);
    this.baseUrl = core.baseUrl;
    this.id = idOfToken(options.token);
    remember(this, core);
  }

  /**
   * Calls a method by its name, in any case, or makes a call that a handler could return: `bot.call(reply(message, "Hi"))`.
   * Parameters of methods that botwire does not know are sent without checks. Pass the type of their result, or add them to
   * {@link MethodMap}.
   *
   * A service of 2018 answers a later method with 404. The page "What the interface of 2018 does not have" of the documentation
   * says what to write instead, such as `kickChatMember` for `banChatMember`.
   */
  call<Made extends InlineCall>(made: Made, options?: CallOptions): Promise<MethodMap[Made["method"]]["result"]>;
  call<Result = unknown, Name extends string = string>(
    method: Name extends AnyCase ? never : Name,
    params?: object,
    options?: CallOptions,
  ): Promise<Result>;
  call<Name extends AnyCase>(
    method: Name,
    ...rest: CallArguments<MethodMap[Canonical<Name>]["params"]>
  ): Promise<MethodMap[Canonical<Name>]["result"]>;
  async call(method: unknown, params?: unknown, options?: unknown): Promise<unknown> {
    const core = coreOf(this, "call", "this");
    return typeof method === "object" ?
        parseOptions("call", method, ({ method: name, ...made }) => this.call(name as string, made, params as CallOptions))
      : callMethod(core, parseMethodName("call", method), params, options);
  }

  /**
   * Closes the idle connections of the bot in Node, and connections in use when their calls end. It does not wait and aborts
   * nothing. A later call connects again. Bots without {@link NodeOptions} share their connections, and those of an `agent`
   * stay open. Most programs do not need `close`, because idle connections end after some seconds and do not keep the process
   * running. Has no effect where calls are sent by `fetch`.
   */
  close(): void {
    coreOf(this, "close", "this").settings.transport?.close();
  }

  /** Returns the bot without its token. */
  toJSON(): { baseUrl: string } {
    return { baseUrl: this.baseUrl };
  }
}

for (const name of METHOD_NAMES) {
  Object.assign(Bot.prototype, {
    // A computed key gives the function its name, for stacks.
    async [name](this: unknown, params: unknown, options: unknown): Promise<unknown> {
      return callMethod(coreOf(this, name, "this"), name, params, options);
    },
  });
}

/** Returns the state of a bot. @throws ValidationError if the value is not a bot. `argument` is its name in the error. */
export function coreOf(bot: unknown, method: string, argument = "bot"): Core {
  const core = cores.get(bot as object) ?? cores.get(behindProxy(bot)!);
  if (core) return core;
  throw new ValidationError(method, argument, "a Bot", describe(bot));
}

function behindProxy(value: any): object | undefined {
  try {
    return value[SELF]();
  } catch {
    return undefined; // not a bot, or a revoked Proxy
  }
}

/** Returns a bot whose calls pass more middleware, outside of its own; without any, the bot itself. */
export const withMiddleware = (bot: Bot, use: readonly Middleware[] | undefined): Bot =>
  use ? derived(bot, { use: use.concat(coreOf(bot, "use").use) }) : bot;

/** Returns a bot whose calls are followed. */
export const trackedBot = (bot: Bot, track: Core["track"]): Bot => derived(bot, { track });

function derived(bot: Bot, changes: Partial<Core>): Bot {
  const extended = Object.create(bot);
  remember(extended, { ...coreOf(bot, "use"), ...changes });
  return extended;
}
