// The search of the story: over everything that it shows, and the identifiers.
import type { WireEntry } from "../../wire/entries.ts";
import type { Block } from "./blocks.ts";

/** The text of an entry in lower case, made once. */
const texts = new WeakMap<object, string>();

function textOf(of: object): string {
  let text = texts.get(of);
  if (text === undefined) texts.set(of, (text = JSON.stringify(of).toLowerCase()));
  return text;
}

const shown = ({ name, request, response, error, note }: WireEntry): string =>
  [name, ...[request.body, response?.body].map((body) => (typeof body === "object" && body !== null ? textOf(body) : String(body ?? ""))), error ?? "", note ?? ""].join("\n").toLowerCase();

/** True if a block contains all words. */
export function matches(block: Block, words: string): boolean {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return true;
  const parts = block.kind === "polls" ? ["getupdates"] : [
    ...(block.kind === "update" ? [textOf(block.update), block.view.who.toLowerCase(), ...block.attempts.filter(({ direction }) => direction === "delivery").map(shown)] : []),
    ...block.calls.map(shown),
  ];
  return wanted.every((word) => parts.some((part) => part.includes(word)));
}
