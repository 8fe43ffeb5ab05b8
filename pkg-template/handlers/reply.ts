// Replies to a message, as calls that a handler returns.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import type { InlineCall, MethodMap, MethodName, SendMessageParams } from "../methods.js";
import { inlineCall } from "../request/inline-call.js";
import { parseMethodName } from "../request/method-names.js";
import type { Markup } from "../text/markup.js";
import type { Message } from "../types.js";

/** The methods that send a message. */
export type ReplyMethod = {
  [Name in MethodName]: MethodMap[Name]["params"] extends { chat_id: unknown; reply_to_message_id?: unknown } ?
    "reply_to_message_id" extends keyof MethodMap[Name]["params"] ? Name : never
  : never;
}[MethodName];

/** Returns the parameters of a text, if the value is one. */
function markupOf(text: unknown): { text: string } | undefined {
  try {
    const markup = typeof text === "string" ? { text } : { ...(text as Markup) };
    return typeof markup.text === "string" ? markup : undefined;
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
  const markup = markupOf(text);
  if (!markup) throw new ValidationError("reply", "text", "a String, or a text of html or markdown", describe(text));
  return replyCall("reply", message, "sendMessage", "more", more, markup);
}

/**
 * Creates a call that replies to a message with any method that sends one: a photo, a document, a location, an album …
 *
 * ```ts
 * on({ message: (message) => replyWith(message, "sendPhoto", { photo: file, caption: "A cat" }) });
 * ```
 *
 * To use a method that botwire does not know, add it to {@link MethodMap}.
 *
 * @param method - The name of the method, such as `sendPhoto`, `sendDocument`, `sendMediaGroup` or `sendLocation`.
 * @param params - Its parameters without `chat_id`. `{ reply_to_message_id: undefined }` answers without quoting.
 * @throws ValidationError if the arguments are not a message, the name of a method and an object.
 */
export function replyWith<Name extends ReplyMethod>(
  message: Pick<Message, "message_id" | "chat">,
  method: Name,
  params: Omit<MethodMap[Name]["params"], "chat_id">,
): InlineCall<Name> {
  return replyCall("replyWith", message, parseMethodName("replyWith", method), "params", params ?? null);
}

/** @param name - The name of the argument with the parameters. */
function replyCall(owner: string, message: any, method: string, name: string, params: unknown = {}, markup?: object): any {
  let path = name;
  try {
    if (params && typeof params === "object" && !Array.isArray(params)) {
      const added = { ...params, ...markup };
      path = "message";
      return inlineCall({ method, chat_id: message.chat.id }, { reply_to_message_id: message.message_id, ...added });
    }
  } catch {
    // The error below.
  }
  const [expected, received] = path === name ? ["an object of parameters", params] : ["a Message", message];
  throw new ValidationError(owner, path, expected, describe(received));
}
