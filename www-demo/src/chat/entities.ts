// Splits a text at its entities, into pieces that can be drawn one after the other.
import type { MessageEntity } from "botwire";

/** A piece of a text, and all entities that cover it, the outermost first. */
export interface Piece {
  readonly text: string;
  readonly entities: readonly MessageEntity[];
}

/** Cuts a text wherever an entity begins or ends. Offsets are UTF-16 code units, as in JavaScript's strings. */
export function pieces(text: string, entities: readonly MessageEntity[] = []): Piece[] {
  const within = entities.filter(({ offset, length }) => length > 0 && offset >= 0 && offset < text.length);
  const cuts = new Set([0, text.length]);
  for (const { offset, length } of within) cuts.add(offset).add(Math.min(offset + length, text.length));
  const places = [...cuts].sort((a, b) => a - b);
  return places.slice(0, -1).map((start, index) => ({
    text: text.slice(start, places[index + 1]),
    entities: within
      .filter(({ offset, length }) => offset <= start && start < offset + length)
      .sort((a, b) => b.length - a.length),
  }));
}

/** The address that a piece leads to, if it is one that may be followed. */
export function addressOf({ type, url }: MessageEntity, text: string): string | undefined {
  if (type === "email") return `mailto:${text}`;
  const address = type === "text_link" ? url : type === "url" ? text : undefined;
  if (address === undefined) return undefined;
  const whole = /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`;
  return /^https?:/i.test(whole) && URL.canParse(whole) ? whole : undefined;
}
