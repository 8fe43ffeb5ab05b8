// Texts for `parse_mode: "Markdown"`. Spec: core, Formatting of text.
import { describe } from "../describe.js";
import { ValidationError } from "../errors.js";
import { address, userLink, words } from "./words.js";

/** The text as it is: characters that open an entity are escaped. @throws ValidationError unless it is a String. */
export const escape = (text: string | number): string => words("markdown.escape", text).replace(/[_*`[]/g, "\\$&");

/**
 * An entity. Inside of one nothing can be escaped and only its own end means something: there it is closed, the end
 * is written escaped, and it is opened again.
 */
function entity(text: string, open: string, end: string, close: string, escapedEnd: string): string {
  const parts = text.split(end).map((part) => part && `${open}${part}${close}`);
  return parts.join(escapedEnd);
}

const marked = (owner: string, text: unknown, mark: string): string =>
  entity(words(owner, text), mark, mark, mark, `\\${mark}`);

/** Bold, whatever the text holds. */
export const bold = (text: string | number): string => marked("markdown.bold", text, "*");
/** Italic, whatever the text holds. */
export const italic = (text: string | number): string => marked("markdown.italic", text, "_");
/** Inline code, whatever the text holds. */
export const code = (text: string | number): string => marked("markdown.code", text, "`");

/** A block of code, with the name of its language if it is given. */
export function pre(text: string | number, language = ""): string {
  const owner = "markdown.pre";
  if (typeof language !== "string" || /[^\w+#.-]/.test(language)) {
    throw new ValidationError(owner, "language", "the name of a language", describe(language));
  }
  return entity(words(owner, text), `\`\`\`${language}\n`, "```", "\n```", "\\`\\`\\`");
}

/** A link. */
export const link = (text: string | number, url: string | { readonly href: string }): string =>
  anchor("markdown.link", text, address("markdown.link", url));

/**
 * A mention of a user without a username. It is sure to work if the user contacted the bot or is a member of the group.
 *
 * @param scheme - The service's scheme of user links, without `://`.
 */
export const mention = (text: string | number, userId: number, scheme: string): string =>
  anchor("markdown.mention", text, userLink("markdown.mention", userId, scheme));

function anchor(owner: string, text: unknown, url: string): string {
  // The first parenthesis would end the URL.
  const target = url.replace(/\)/g, "%29");
  return entity(words(owner, text), "[", "]", `](${target})`, "]");
}
