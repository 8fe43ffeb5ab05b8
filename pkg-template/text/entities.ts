// The texts of a message's entities, by their offsets in UTF-16 code units.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import type { Message, MessageEntity } from "../types.js";

/** An entity with its text. */
export type EntityWithText = MessageEntity & {
  /** The part of the text that the entity covers. */
  readonly entityText: string;
};

/**
 * Returns the part of a text that an entity covers. Offset and length count UTF-16 code units, as strings of JavaScript do.
 *
 * @throws ValidationError if the arguments are not text and an entity.
 */
export function entityText(text: string, entity: Pick<MessageEntity, "offset" | "length">): string {
  if (typeof text !== "string") throw new ValidationError("entityText", "text", "a String", describe(text));
  const range = readRange(entity);
  if (!range) throw new ValidationError("entityText", "entity", "a MessageEntity", describe(entity));
  return text.slice(range.offset, range.offset + range.length);
}

/**
 * Returns the entities of a message's text, or of its caption, each with its text.
 *
 * @param type - The type of the returned entities, such as `bot_command`. Default: all.
 * @throws ValidationError if the argument is not a message.
 */
export function messageEntities(
  message: Pick<Message, "text" | "entities" | "caption" | "caption_entities">,
  type?: MessageEntity["type"],
): EntityWithText[] {
  try {
    const { text = message.caption, entities = message.caption_entities } = message;
    if (text === undefined || entities === undefined) return [];
    const found = type === undefined ? entities : entities.filter((entity) => entity.type === type);
    return found.map((entity) => ({ ...entity, entityText: entityText(text, entity) }));
  } catch {
    throw new ValidationError("messageEntities", "message", "a Message", describe(message));
  }
}

function readRange(entity: any): { offset: number; length: number } | undefined {
  try {
    const { offset, length } = entity;
    return Number.isInteger(offset) && Number.isInteger(length) && offset >= 0 && length >= 0 ? { offset, length } : undefined;
  } catch {
    return undefined;
  }
}
