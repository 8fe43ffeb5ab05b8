// A filter for administrators of a group.
import { type Bot, coreOf } from "../bot.js";
import { watchers } from "../call.js";
import type { Core } from "../options/bot-options.js";
import { FUNCTION, option, STRING } from "../options/parse.js";
import type { Message, Update, User } from "../types.js";
import type { BotContext, HandlerResult, HandlerReturn, Uninferred } from "../updates/context.js";
import { forget, remembered } from "./facts.js";
import { messageIn } from "./filters.js";
import { kindsOf, withKinds } from "../updates/kinds.js";
import { pass } from "../updates/pass.js";
import { call } from "./returned-calls.js";

/** How long the administrators of a chat are remembered. */
const REMEMBERED_MS = 60_000;
/** The age from which they are asked for again if a user is not among them, who may have been promoted since. */
const DOUBTED_MS = 5000;

async function isAdmin(bot: Bot, chatId: number, userId: number): Promise<boolean> {
  const ask = async (): Promise<ReadonlySet<number>> => new Set((await bot.getChatAdministrators({ chat_id: chatId })).map(({ user }) => user.id));
  const admins = (maxAgeMs: number) => remembered(OWNER, bot, `admins ${chatId}`, maxAgeMs, ask);
  const { value, ageMs } = admins(REMEMBERED_MS);
  if ((await value).has(userId)) return true;
  return ageMs > 0 && (await admins(DOUBTED_MS).value).has(userId);
}

const OWNER = "byAdmins";

/** The methods that change who is an administrator. */
const CHANGES: readonly unknown[] = ["promoteChatMember", "restrictChatMember", "kickChatMember"];

const forgetChanged = (core: Core, method: string, call: Promise<unknown>): void => {
  const forgetAdmins = (): void => forget(core, "admins");
  if (CHANGES.includes(method)) call.then(forgetAdmins, forgetAdmins);
};

/**
 * Limits a route, a handler or a whole module to administrators of the chat. In a private chat, the user is one. The first use in
 * a chat calls getChatAdministrators, whose result is remembered for a minute, and forgotten when the bot promotes, restricts
 * or removes a member. If somebody else removes an administrator, which the service does not tell, the user may be accepted for a
 * minute. A user who is not found is looked up again after 5 seconds.
 *
 * ```ts
 * commands({ ban: inGroups(byAdmins(ban, "Only administrators can do this.")) });
 * ```
 *
 * @param refusal - The text for other users, sent to the chat. Without it, the handler passes.
 * @throws ValidationError if an argument is invalid.
 */
export function byAdmins<Value = Update, More extends readonly any[] = [context: BotContext]>(
  handler: (value: Uninferred<Value & (Value extends Message ? { readonly from: User } : unknown)>, ...more: More) => HandlerReturn,
  refusal?: string,
): (value: Value, ...more: More) => Promise<HandlerResult>;
export function byAdmins(handler: (value: any, ...more: any[]) => HandlerReturn, refusal?: string): any {
  option(OWNER, "handler", handler ?? null, FUNCTION);
  option(OWNER, "refusal", refusal, STRING);
  if (!watchers.includes(forgetChanged)) watchers.push(forgetChanged);
  const filtered = async (value: any, ...more: any[]): Promise<HandlerResult> => {
    const message = messageIn(value) ?? value?.message;
    const user: User | undefined = value?.callback_query?.from ?? value?.from ?? message?.from;
    if (!message || !user) return pass;
    const isAllowed = message.chat.type === "private" || (await isAdmin(more.at(-1).bot, message.chat.id, user.id));
    if (isAllowed) {
      const result = await handler(value, ...more);
      if (CHANGES.includes(Object(result).method)) forget(coreOf(more.at(-1).bot, OWNER), "admins");
      return result;
    }
    return refusal === undefined ? pass : call.sendMessage({ chat_id: message.chat.id, text: refusal });
  };
  return withKinds(filtered, kindsOf(handler));
}
