// The bot's own user, asked once.
import type { Bot } from "../bot.js";
import type { User } from "../types.js";
import { remembered } from "./facts.js";

/**
 * Returns the bot's own user, as getMe does, and remembers it: a bot asks once in each process or isolate.
 *
 * ```ts
 * const { username } = await me(bot);
 * ```
 *
 * @throws ValidationError if the argument is not a Bot, and the errors of getMe.
 */
export const me = (bot: Bot): Promise<User> => remembered("me", bot, "me", Infinity, () => bot.getMe()).value;
