// `targetOf`: the parameters by which an edit names its message.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import type { ChatMessageTarget, MessageTarget } from "../methods.js";
import type { CallbackQuery, ChosenInlineResult, Message } from "../types.js";

/**
 * Returns the parameters that identify the message of a query: `chat_id` and `message_id`, or `inline_message_id`.
 *
 * ```ts
 * on({ callback_query: (query) => call.editMessageText({ ...targetOf(query), text: "Done" }) });
 * ```
 *
 * @throws ValidationError if there is no message, as in a ChosenInlineResult whose message has no inline keyboard.
 */
export function targetOf(message: Pick<Message, "message_id" | "chat">): ChatMessageTarget<number>;
export function targetOf(
  query:
    | Pick<CallbackQuery, "id" | "message" | "inline_message_id">
    | Pick<ChosenInlineResult, "result_id" | "inline_message_id">
    | { readonly message: Pick<Message, "message_id" | "chat"> }
    | { readonly inline_message_id: string },
): MessageTarget<number>;
export function targetOf(source: any): MessageTarget<number> {
  try {
    const { message_id, chat, inline_message_id } = source.message ?? source;
    if (inline_message_id !== undefined) return { inline_message_id };
    if (message_id !== undefined) return { chat_id: chat.id, message_id };
  } catch {
    // The error below.
  }
  throw new ValidationError("targetOf", "", "a Message, or a query with one", describe(source));
}
