// Routes messages to handlers by the command that they begin with.
import { type Bot, coreOf } from "../bot.js";
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { keyOfToken } from "../options/bot-id.js";
import { option, parseOptions, FUNCTION } from "../options/parse.js";
import type { Message } from "../types.js";
import type { HandlerResult, UpdateContext } from "../updates/context.js";
import { type Command, commandOf } from "./command.js";

/** Handles one command. `command.args` is the text after it, `command.payload` the parameter of a deep link. */
export type CommandRoute<Env = unknown, Extra = unknown> = (
  message: Message,
  command: Command,
  context: UpdateContext<Env, "message"> & Extra,
) => HandlerResult | Promise<HandlerResult>;

/** Handles a message. */
type MessageHandler<Env, Extra> = (message: Message, context: UpdateContext<Env, "message"> & Extra) => HandlerResult | Promise<HandlerResult>;

const OWNER = "commands";

/**
 * Creates a handler of messages that calls the route of the command. Routes are in lower case, without the slash.
 *
 * ```ts
 * on({
 *   message: commands(
 *     {
 *       start: (message, { payload }) => reply(message, `Invited by ${payload ?? "nobody"}`),
 *       note: (message, { args }) => reply(message, `Noted: ${args}`),
 *     },
 *     (message) => reply(message, "There are /start and /note"),
 *   ),
 * });
 * ```
 *
 * A command for another bot, such as `/start@other_bot`, is ignored. The first command with a username causes a call of getMe
 * to learn the username of the bot, which is then remembered.
 *
 * @param fallback - Handles the messages without a command, and the commands without a route. Default: they are not handled.
 * @throws ValidationError if the routes are not an object of functions by command.
 */
export function commands<Env = unknown, Extra = unknown>(
  routes: Readonly<Record<string, CommandRoute<Env, Extra>>>,
  fallback?: MessageHandler<Env, Extra>,
): MessageHandler<Env, Extra> {
  option(OWNER, "fallback", fallback, FUNCTION);
  const known = parseOptions(OWNER, routes, (values) => new Map(Object.entries(values) as [string, CommandRoute<Env, Extra>][]));
  for (const [name, route] of known) {
    if (!/^[a-z\d_]{1,32}$/.test(name)) throw new ValidationError(OWNER, name, "a command of a-z, 0-9 and _, without the slash", "another name");
    if (typeof route !== "function") throw new ValidationError(OWNER, name, "a function", describe(route));
  }
  const usernames = new Map<string, string>();
  return async (message, context) => {
    const command = commandOf(message);
    if (command?.username !== undefined && !commandOf(message, await usernameOf(context.bot, usernames))) return undefined;
    const route = command && known.get(command.command);
    return route ? route(message, command, context) : fallback?.(message, context);
  };
}

/** @param usernames - Results of getMe, by bot. Options that are created for each request create another Bot each time. */
async function usernameOf(bot: Bot, usernames: Map<string, string>): Promise<string> {
  const key = `${bot.baseUrl} ${keyOfToken(coreOf(bot, OWNER).token)}`;
  const username = usernames.get(key) ?? `${(await bot.getMe()).username}`;
  usernames.set(key, username);
  return username;
}
