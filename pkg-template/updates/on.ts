// Combines handlers by kind, and by the content of messages. Each gets the content of the update.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { pass } from "./pass.js";
import { misspelt } from "../options/near.js";
import { parseOptions } from "../options/parse.js";
import { MESSAGE_CONTENTS, UPDATE_KINDS } from "../policy.js";
import type { Message, UpdateKind, UpdateKinds } from "../types.js";
import type { BotContext, Explained, HandlerReturn, UpdateHandler } from "./context.js";
import { withKinds } from "./kinds.js";

/** The fields of a message that are not its content: whence and when it came, and what belongs to a text or a caption. */
type NotContent = "from" | "edit_date" | "author_signature" | "media_group_id" | "entities" | "caption" | "caption_entities" | `forward_${string}`;

type OptionalOf<Type> = { [Name in keyof Type]-?: {} extends Pick<Type, Name> ? Name : never }[keyof Type];

/** The names of contents of a message: `text`, `photo`, `location`, `new_chat_members`, `successful_payment` … */
export type MessageContent = Exclude<OptionalOf<Message>, NotContent>;

/** A message of which a content is present. */
export type MessageWith<Name extends keyof Message> = Message & { readonly [Key in Name]-?: NonNullable<Message[Key]> };

type Handler<Kind, Value> = (value: Value, context: BotContext<Kind>) => HandlerReturn;

/** Handlers of messages by content. The first name in this object whose content is present decides. */
export type ContentHandlers<Kind> = {
  [Name in MessageContent]?: Handler<Kind, MessageWith<Name>> | undefined;
} & {
  /** Handles messages of all other contents. Default: they are passed. */
  otherwise?: Handler<Kind, Message> | undefined;
};

type MessageHandler<Kind> = Explained<"A handler returns one call, pass or nothing, and its context has the types of BotTypes", Parameters<Handler<Kind, Message>>> | ContentHandlers<Kind>;

/**
 * Handlers by kind: `message`, `edited_message`, `callback_query` … Each is called with the object of its kind and a context
 * whose `answer` fits that kind. Instead of a function, messages take an object of handlers by content. Kinds that you add to
 * {@link UpdateKinds} work the same way.
 */
export type UpdateHandlers = {
  [Kind in UpdateKind]?: (UpdateKinds[Kind] extends Message ? MessageHandler<Kind> : Handler<Kind, UpdateKinds[Kind]>) | undefined;
} & {
  /** Handles updates of all other kinds, including those that this version does not know. Default: they are passed. */
  other?: UpdateHandler | undefined;
};

/**
 * Creates one handler from a handler for each kind of update. It passes kinds and contents without a handler, see
 * {@link first}.
 *
 * ```ts
 * on({
 *   message: {
 *     photo: (message) => reply(message, `${message.photo.length} sizes`),
 *     text: (message) => reply(message, `You wrote: ${message.text}`),
 *     otherwise: (message) => reply(message, "A text or a photo, please"),
 *   },
 *   callback_query: (query, { answer }) => answer({ text: query.data }),
 *   other: (update, { updateKind }) => console.log(updateKind),
 * });
 * ```
 *
 * The types of `env`, `session` and other members of the context are those of {@link BotTypes}.
 *
 * @throws ValidationError if `handlers` is not an object of functions, or of such objects for messages, and if a name is a
 * misspelling, such as `mesage`.
 */
export function on(handlers: UpdateHandlers): UpdateHandler {
  const known = handlersIn(handlers, "", UPDATE_KINDS);
  const other = known.get("other");
  known.delete("other");
  const handle: UpdateHandler = (update, context) => {
    const kind = context.updateKind ?? "other";
    const handler = known.get(kind);
    return handler ? handler.call(handlers, update[kind as UpdateKind], context) : other ? other.call(handlers, update, context) : pass;
  };
  return withKinds(handle, other ? undefined : [...known.keys()]);
}

/**
 * Returns the handlers by name; objects by content become functions. Names that nobody knows may be of a later version.
 *
 * @throws ValidationError for anything else, and for misspellings of `names`.
 */
function handlersIn(handlers: object, path: string, names: readonly string[]): Map<string, Function> {
  const known = new Map<string, Function>();
  const refuse = (name: string, expected: string, received: string): never => {
    throw new ValidationError("on", path + name, expected, received);
  };
  for (const [name, handler] of parseOptions("on", handlers, (values) => Object.entries(values))) {
    if (/[A-Z]/.test(name)) refuse(name, "a wire name, such as callback_query", "capital letters");
    const meant = names.includes(name) ? undefined : misspelt(name, [...names, path === "" ? "other" : "otherwise"]);
    if (meant) refuse(name, meant, "an unknown name");
    if (handler === undefined) continue;
    if (typeof handler === "function") known.set(name, handler);
    else if (path === "" && /message|post/.test(name) && Object(handler) === handler) known.set(name, byContent(handler as object, name));
    else refuse(name, "a function", describe(handler));
  }
  return known;
}

function byContent(handlers: object, kind: string): Function {
  const known = handlersIn(handlers, `${kind}.`, MESSAGE_CONTENTS);
  const otherwise = known.get("otherwise") ?? (() => pass);
  known.delete("otherwise");
  const contents = [...known];
  return (message: Record<string, unknown>, context: object) => {
    const [, handler] = contents.find(([name]) => message[name] !== undefined) ?? [];
    return (handler ?? otherwise).call(handlers, message, context);
  };
}
