// A reply to a message, as a returned call.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import type { InlineCall, SendMessageParams } from "../methods.js";
import type { Markup } from "../text/markup.js";
import type { Message } from "../types.js";
import { call } from "./returned-calls.js";

/** The parameters of a text, if it is one. */
function wordsOf(text: unknown): { text: string } | undefined {
  try {
    const words = typeof text === "string" ? { text } : { ...(text as Markup) };
    return typeof words.text === "string" ? words : undefined;
  } catch {
    return undefined; // a proxy that throws
  }
}

/**
 * Creates a call that answers a message with text and quotes it.
 *
 * ```ts
 * on({ message: (message) => reply(message, html`Hello, <b>${message.from?.first_name ?? "you"}</b>`) });
 * ```
 *
 * @param text - Plain, or made by {@link html} or {@link markdown}, which set the `parse_mode`.
 * @param more - Other parameters of sendMessage. `{ reply_to_message_id: undefined }` answers without quoting.
 * @throws ValidationError if the arguments are not a message and text.
 */
export function reply(
  message: Pick<Message, "message_id" | "chat">,
  text: string | Markup,
  more?: Omit<SendMessageParams, "chat_id" | "text">,
): InlineCall<"sendMessage"> {
  const refuse = (path: string, expected: string, value: unknown): never => {
    throw new ValidationError("reply", path, expected, describe(value));
  };
  if (more !== undefined && typeof more !== "object") refuse("more", "an object of parameters", more);
  const words = wordsOf(text) ?? refuse("text", "a String, or a text of html or markdown", text);
  try {
    return call.sendMessage({ reply_to_message_id: message.message_id, ...more, chat_id: message.chat.id, ...words });
  } catch {
    return refuse("message", "a Message", message);
  }
}
