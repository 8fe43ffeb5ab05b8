// A reply to a message, as a returned call.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import type { InlineCall, SendMessageParams } from "../methods.js";
import type { Markup } from "../text/markup.js";
import type { Message } from "../types.js";
import { call } from "./returned-calls.js";

/**
 * Makes the call that replies to a message with a text.
 *
 * ```ts
 * on({ message: (message) => reply(message, html`Hello, <b>${message.from?.first_name ?? "you"}</b>`) });
 * ```
 *
 * @param text - Plain, or made by {@link html} or {@link markdown}, which set the `parse_mode`.
 * @param more - Other parameters of sendMessage. `{ reply_to_message_id: undefined }` answers without quoting.
 * @throws ValidationError if it is given something other than a message and a text.
 */
export function reply(
  message: Pick<Message, "message_id" | "chat">,
  text: string | Markup,
  more?: Omit<SendMessageParams, "chat_id" | "text">,
): InlineCall<"sendMessage"> {
  try {
    const target = { chat_id: message.chat.id, reply_to_message_id: message.message_id };
    return call.sendMessage({ ...target, ...(typeof text === "string" ? { text } : text), ...more });
  } catch {
    throw new ValidationError("reply", "", "a Message, a text and parameters", describe(message));
  }
}
