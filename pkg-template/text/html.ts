// Texts for `parse_mode: "HTML"`.
import { className, describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { contentOf, eachOf, listed, literalsOf, Markup } from "./markup.js";
import { address, userLink, checkText } from "./check-text.js";

/** The text that {@link html} accepts: plain text, which is escaped, text with markup, which is not, or an Array of both, which is joined. */
export type HtmlText = string | number | Markup<"HTML"> | readonly HtmlText[];

/** See {@link html}. */
export interface HtmlTemplate {
  /** Creates text with markup. The literal is used unchanged. Each value is escaped, unless it is text with markup. */
  (literals: TemplateStringsArray, ...values: readonly (HtmlText | { readonly href: string })[]): Markup<"HTML">;
  /** Escapes the markup characters of a text, for programs that join strings themselves. */
  escape(text: string | number): string;
  /** Joins texts. The separator is escaped. */
  join(texts: readonly HtmlText[], separator?: HtmlText): Markup<"HTML">;
  /** Bold. */
  bold(text: HtmlText): Markup<"HTML">;
  /** Italic. */
  italic(text: HtmlText): Markup<"HTML">;
  /** Inline code. */
  code(text: HtmlText): Markup<"HTML">;
  /** A block of code. */
  pre(text: HtmlText): Markup<"HTML">;
  /** A link. */
  link(text: HtmlText, url: string | { readonly href: string }): Markup<"HTML">;
  /**
   * A mention of a user without a username. It works if the user has contacted the bot or is a member of the group.
   *
   * @param scheme - The service's scheme of user links, without `://`.
   */
  mention(text: HtmlText, userId: number, scheme: string): Markup<"HTML">;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escaped = (apiName: string, text: unknown, path?: string): string =>
  checkText(apiName, text, path).replace(/[&<>"]/g, (character) => ENTITIES[character]!);

/** An opening or closing tag; a quoted attribute may contain `>`. */
const TAG = /<(\/?)[a-z]+(?:"[^"]*"|'[^']*'|[^>"'])*>/gi;
const EMPTY = /<([a-z]+)(?:\s[^<>]*)?><\/\1>/gi;

/** Tags must not be nested, so an outer tag is closed before an inner one and opened again after it. */
function unnested(markup: string): string {
  const around: string[] = [];
  const closing = (tag = ""): string => tag.replace(/^<([a-z]+)[^]*/i, "</$1>");
  const flat = markup.replace(TAG, (tag, isEnd: string) => {
    if (isEnd) around.pop();
    const outer = around.at(-1);
    if (isEnd) return tag + (outer ?? "");
    around.push(tag);
    return closing(outer) + tag;
  });
  return flat === markup ? markup : flat.replace(EMPTY, "");
}

/** Returns the markup of a text. Plain text is escaped. */
const markupOf = (apiName: string, text: unknown, path = "text"): string =>
  eachOf(apiName, text, path, (item, path) => markupOf(apiName, item, path))?.join("") ?? contentOf(text, "HTML") ?? escaped(apiName, text, path);

const ofHtml = (markup: string): Markup<"HTML"> => new Markup("HTML", markup);

function tagged(apiName: string, tag: string, text: unknown, attributes = ""): Markup<"HTML"> {
  return ofHtml(unnested(`<${tag}${attributes}>${markupOf(apiName, text)}</${tag}>`));
}

const anchor = (apiName: string, text: unknown, url: string): Markup<"HTML"> =>
  tagged(apiName, "a", text, ` href="${escaped(apiName, url)}"`);

function template(literals: unknown, ...values: readonly unknown[]): Markup<"HTML"> {
  const texts = literalsOf(literals);
  if (!texts) throw new ValidationError("html", "", "a template literal", describe(literals));
  let markup = "";
  let isInTag = false;
  texts.forEach((literal, index) => {
    markup += literal;
    if (index >= values.length) return;
    // The last of both decides. Without any, the state before the literal continues.
    const start = literal.lastIndexOf("<");
    const end = literal.lastIndexOf(">");
    if (start !== end) isInTag = start > end;
    const path = `values[${index}]`;
    const value = className(values[index]) === "URL" ? address("html", values[index]) : values[index];
    if (isInTag && contentOf(value, "HTML")) throw new ValidationError("html", path, "a plain text inside of a tag", "markup");
    markup += isInTag ? escaped("html", value, path).replace(/'/g, "&#39;") : markupOf("html", value, path);
  });
  return ofHtml(unnested(markup));
}

function join(texts: readonly unknown[], separator: unknown = ""): Markup<"HTML"> {
  const between = markupOf("html.join", separator, "separator");
  return ofHtml(listed("html.join", texts).map((text) => markupOf("html.join", text)).join(between));
}

/**
 * Creates text for `parse_mode: "HTML"`. Interpolated values are escaped. Texts with markup can be nested.
 *
 * ```ts
 * const greeting = html`Hello, <b>${name}</b>! ${html.link("Terms", url)}`;
 * await bot.sendMessage({ chat_id, ...greeting });  // spreads text and parse_mode
 * ```
 *
 * The service refuses nested tags, so only the innermost one is kept: `html.bold(html`a ${html.italic("b")}`)` gives `<b>a
 * </b><i>b</i>`.
 *
 * All functions throw a {@link ValidationError} if an argument is not text.
 */
export const html: HtmlTemplate = /* @__PURE__ */ Object.assign(template, {
  escape: (text: unknown) => escaped("html.escape", text),
  join,
  bold: (text: unknown) => tagged("html.bold", "b", text),
  italic: (text: unknown) => tagged("html.italic", "i", text),
  code: (text: unknown) => tagged("html.code", "code", text),
  pre: (text: unknown) => tagged("html.pre", "pre", text),
  link: (text: unknown, url: unknown) => anchor("html.link", text, address("html.link", url)),
  mention: (text: unknown, userId: unknown, scheme: unknown) =>
    anchor("html.mention", text, userLink("html.mention", userId, scheme)),
});
