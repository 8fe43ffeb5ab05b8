// The command that a message begins with.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import type { Message } from "../types.js";

/** A command in a message, see {@link commandOf}. */
export interface Command {
  /** The command in lower case, without the slash and the username: `start` of `/Start@my_bot`. */
  readonly command: string;
  /** The username after the command, without `@`. */
  readonly username: string | undefined;
  /** The text after the command, without surrounding white space. */
  readonly args: string;
  /** For `/start` only: the parameter of the deep link, with 1 to 64 of the characters `A-Z`, `a-z`, `0-9`, `_` and `-`. */
  readonly payload: string | undefined;
}

const PAYLOAD = /^[\w-]{1,64}$/;

/**
 * Returns the command at the start of the text or caption of a message, or `undefined`. The service marks a command with an
 * entity `bot_command`, so a text without entities has no command.
 *
 * ```ts
 * const command = commandOf(message, "my_bot");
 * if (command?.command === "start") return reply(message, `Invited by ${command.payload ?? "nobody"}`);
 * ```
 *
 * @param username - Username of the bot as getMe returns it, with or without `@`. Commands for another bot, such as
 * `/start@other_bot`, are then ignored.
 * @throws ValidationError if the arguments are not a message and a username.
 */
export function commandOf(
  message: Pick<Message, "text" | "entities" | "caption" | "caption_entities"> | undefined,
  username?: string,
): Command | undefined {
  if (username !== undefined && (typeof username !== "string" || !/^@?\w+$/.test(username))) {
    throw new ValidationError("commandOf", "username", "a username", describe(username));
  }
  try {
    if (message === undefined) return undefined;
    // A string has no fields, so `commandOf("/start")` would always find no command.
    if (typeof message !== "object") throw new TypeError("no object");
    const { text = message.caption, entities = message.caption_entities } = message;
    const entity = entities?.find(({ type, offset }) => type === "bot_command" && offset === 0);
    if (text === undefined || !entity) return undefined;
    const [name = "", addressee] = text.slice("/".length, entity.length).split("@");
    if (username !== undefined && addressee && addressee.toLowerCase() !== username.replace("@", "").toLowerCase()) return undefined;
    const command = name.toLowerCase();
    const args = text.slice(entity.length).trim();
    return { command, username: addressee, args, payload: command === "start" && PAYLOAD.test(args) ? args : undefined };
  } catch {
    throw new ValidationError("commandOf", "message", "a Message", describe(message));
  }
}
