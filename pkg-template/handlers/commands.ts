// Routes messages to handlers by the command that they begin with.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { parseOptions, refuseUnknown } from "../options/parse.js";
import type { Message } from "../types.js";
import type { BotContext, Explained, HandlerReturn, UpdateHandler } from "../updates/context.js";
import { withKinds } from "../updates/kinds.js";
import { type Command, commandOf } from "./command.js";
import { me } from "./me.js";
import { pass } from "../updates/pass.js";

/** Handles one command. `command.args` is the text after it, `command.payload` the parameter of a deep link. */
export type CommandRoute = (message: Message, command: Command, context: BotContext<"message">) => HandlerReturn;

/** A command that {@link helpOf} lists. */
export interface DescribedCommand {
  /** What the command does, in one line. */
  readonly help: string;
  readonly run: CommandRoute;
}

/** The routes of {@link commands}, by command. */
export type CommandRoutes = Readonly<
  Record<string, Explained<"A route returns one call, pass or nothing, and its context has the types of BotTypes", Parameters<CommandRoute>> | DescribedCommand>
>;

const OWNER = "commands";

/**
 * Creates a handler that calls the route of the command that a message begins with. Routes are in lower case, without the slash.
 *
 * ```ts
 * const handler = first(
 *   commands({
 *     start: (message, { payload }) => reply(message, `Invited by ${payload ?? "nobody"}`),
 *     note: { help: "Saves a note", run: (message, { args }) => reply(message, `Noted: ${args}`) },
 *   }),
 *   on({ message: (message) => reply(message, "There are /start and /note") }),
 * );
 * ```
 *
 * It passes other updates, messages without a command, commands without a route, and commands for another bot, such as
 * `/start@other_bot`. The first command with a username causes a call of getMe to learn the username of the bot, which is then
 * remembered.
 *
 * @throws ValidationError if the routes are not an object of functions by command.
 */
export function commands(routes: CommandRoutes): UpdateHandler {
  const known = new Map(entriesOf(OWNER, routes).map(([name, route]) => [name, typeof route === "function" ? route : route.run]));
  const handle: UpdateHandler = async ({ message }, context) => {
    const command = commandOf(message);
    const route = command && known.get(command.command);
    if (!route) return pass;
    if (command.username !== undefined && !commandOf(message, `${(await me(context.bot)).username}`)) return pass;
    return route(message!, command, context as BotContext<any>);
  };
  return withKinds(handle, ["message"]);
}

/**
 * Returns a line for each command with a `help` text: `/note Saves a note`. Pass the routes of all modules.
 *
 * ```ts
 * const notes = { note: { help: "Saves a note", run: saveNote } } satisfies CommandRoutes;
 * const handler = commands({ ...notes, help: (message) => reply(message, helpOf(notes)) });
 * ```
 *
 * @throws ValidationError if an argument is not an object of routes.
 */
export function helpOf(...routes: readonly CommandRoutes[]): string {
  const described = routes.flatMap((of) => entriesOf("helpOf", of)).flatMap(([name, route]) => (typeof route === "function" ? [] : [`/${name} ${route.help}`]));
  return described.join("\n");
}

function entriesOf(apiName: string, routes: CommandRoutes): [string, CommandRoute | DescribedCommand][] {
  return parseOptions(apiName, routes, (values) =>
    (Object.entries(values) as [string, CommandRoute | DescribedCommand][]).map(([name, route]) => {
      if (!/^[a-z\d_]{1,32}$/.test(name)) throw new ValidationError(apiName, name, "a command of a-z, 0-9 and _, without the slash", "another name");
      if (typeof route === "function") return [name, route];
      const { run, help, ...others } = Object(route) as Partial<DescribedCommand>;
      refuseUnknown(apiName, others, ["help", "run"], `${name}.`);
      if (typeof run === "function" && typeof help === "string") return [name, { run, help }];
      throw new ValidationError(apiName, name, "a function, or { help, run }", describe(route));
    }),
  );
}
