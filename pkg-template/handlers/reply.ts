// Replies to a message, as calls that a handler returns.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import type { InlineCall, MethodMap, MethodName, SendMessageParams } from "../methods.js";
import { inlineCall } from "../request/inline-call.js";
import { parseMethodName } from "../request/method-names.js";
import type { Markup } from "../text/markup.js";
import type { CallbackQuery, Message } from "../types.js";

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

/** What can be answered in its chat: a message, or a query with one. */
export type ReplySource = Pick<Message, "message_id" | "chat"> | Pick<CallbackQuery, "id" | "message">;

type TextParams = Omit<SendMessageParams, "chat_id" | "text">;

/**
 * Creates a call that answers in the chat of a message or a query, with text. It does not quote the message, see {@link quote}.
 *
 * ```ts
 * on({ message: (message) => reply(message, html`Hello, <b>${message.from?.first_name ?? "you"}</b>`) });
 * ```
 *
 * @param text - Plain, or made by {@link html} or {@link markdown}, which set the `parse_mode`. At most 4,096 characters, see {@link split}.
 * @param more - Other parameters of sendMessage.
 * @throws ValidationError if the arguments are not a message and text, or the query comes from a message of inline mode, which has
 * no chat.
 */
export function reply(source: ReplySource, text: string | Markup, more?: TextParams): InlineCall<"sendMessage"> {
  return replyCall("reply", source, "sendMessage", "more", more, textParams("reply", text));
}

/**
 * Creates a call that answers a message with text and quotes it, as {@link reply} does without the quote.
 *
 * ```ts
 * on({ message: (message) => quote(message, "I mean this one") });
 * ```
 *
 * To quote with another method, set `reply_to_message_id` in {@link replyWith}. If the message is deleted before the answer is
 * sent, the service refuses the call.
 *
 * @throws ValidationError as {@link reply} does.
 */
export function quote(message: Pick<Message, "message_id" | "chat">, text: string | Markup, more?: TextParams): InlineCall<"sendMessage"> {
  return replyCall("quote", message, "sendMessage", "more", more, textParams("quote", text), true);
}

/**
 * Creates a call that answers in the chat of a message or a query with any method that sends a message: a photo, a document, a
 * location, an album …
 *
 * ```ts
 * on({ message: (message) => replyWith(message, "sendPhoto", { photo: file, caption: "A cat" }) });
 * ```
 *
 * To use a method that botwire does not know, add it to {@link MethodMap}.
 *
 * @param method - The name of the method, such as `sendPhoto`, `sendDocument`, `sendMediaGroup` or `sendLocation`.
 * @param params - Its parameters without `chat_id`.
 * @throws ValidationError if the arguments are not a message, the name of a method and an object.
 */
export function replyWith<Name extends ReplyMethod>(source: ReplySource, method: Name, params: Omit<MethodMap[Name]["params"], "chat_id">): InlineCall<Name> {
  return replyCall("replyWith", source, parseMethodName("replyWith", method), "params", params ?? null);
}

function textParams(apiName: string, text: unknown): { text: string } {
  const markup = markupOf(text);
  if (!markup) throw new ValidationError(apiName, "text", "a String, or a text of html or markdown", describe(text));
  return markup;
}

/** Returns the message of a source with a chat. Proxies may throw. */
function messageOf(source: any): Message | undefined {
  try {
    const message = source.chat ? source : source.message;
    return typeof message.chat.id === "number" ? message : undefined;
  } catch {
    return undefined;
  }
}

/** @param name - The name of the argument with the parameters. */
function replyCall(apiName: string, source: unknown, method: string, name: string, params: unknown = {}, text?: object, isQuote = false): any {
  const message = messageOf(source);
  if (!message) throw new ValidationError(apiName, "message", "a Message, or a query with one", describe(source));
  const fixed = { method, chat_id: message.chat.id };
  try {
    if (params && typeof params === "object" && !Array.isArray(params)) {
      return inlineCall(fixed, { ...(isQuote && { reply_to_message_id: message.message_id }), ...params, ...text });
    }
  } catch {
    // The error below.
  }
  throw new ValidationError(apiName, name, "an object of parameters", describe(params));
}
