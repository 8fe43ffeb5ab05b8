// Texts for `parse_mode: "HTML"`. Spec: core, Formatting of text.
import { address, userLink, words } from "./words.js";

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escaped = (owner: string, text: unknown): string =>
  words(owner, text).replace(/[&<>"]/g, (character) => ENTITIES[character]!);

/** The text as it is, its markup characters escaped. @throws ValidationError unless it is a String. */
export const escape = (text: string | number): string => escaped("html.escape", text);

/** Tags must not be nested, so each function takes plain text and escapes it. */
const tagged = (tag: string, owner: string, text: unknown): string => `<${tag}>${escaped(owner, text)}</${tag}>`;

/** Bold; the text is escaped. */
export const bold = (text: string | number): string => tagged("b", "html.bold", text);
/** Italic; the text is escaped. */
export const italic = (text: string | number): string => tagged("i", "html.italic", text);
/** Inline code; the text is escaped. */
export const code = (text: string | number): string => tagged("code", "html.code", text);
/** A block of code; the text is escaped. */
export const pre = (text: string | number): string => tagged("pre", "html.pre", text);

/** A link; text and URL are escaped. */
export const link = (text: string | number, url: string | { readonly href: string }): string =>
  anchor("html.link", text, address("html.link", url));

/**
 * A mention of a user without a username; the text is escaped. It is sure to work if the user contacted the bot or is
 * a member of the group.
 *
 * @param scheme - The service's scheme of user links, without `://`.
 */
export const mention = (text: string | number, userId: number, scheme: string): string =>
  anchor("html.mention", text, userLink("html.mention", userId, scheme));

const anchor = (owner: string, text: unknown, url: string): string =>
  `<a href="${escaped(owner, url)}">${escaped(owner, text)}</a>`;
