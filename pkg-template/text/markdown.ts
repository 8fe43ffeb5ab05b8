// Texts for `parse_mode: "Markdown"`.
import { className, describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { contentOf, eachOf, listed, literalsOf, Markup } from "./markup.js";
import { address, userLink, checkText } from "./check-text.js";

/** The text that {@link markdown} accepts: plain text, which is escaped, text with markup, which is not, or an Array of both, which is joined. */
export type MarkdownText = string | number | Markup<"Markdown"> | readonly MarkdownText[];

/** See {@link markdown}. */
export interface MarkdownTemplate {
  /** Creates text with markup. Marks in the literal are markup. Each value is escaped, unless it is text with markup. */
  (literals: TemplateStringsArray, ...values: readonly (MarkdownText | { readonly href: string })[]): Markup<"Markdown">;
  /**
   * Escapes the characters that open an entity, for programs that join strings themselves. If the text ends with a backslash, that
   * backslash escapes the mark after it.
   */
  escape(text: string | number): string;
  /** Joins texts. The separator is escaped. */
  join(texts: readonly MarkdownText[], separator?: MarkdownText): Markup<"Markdown">;
  /** Bold. */
  bold(text: MarkdownText): Markup<"Markdown">;
  /** Italic. */
  italic(text: MarkdownText): Markup<"Markdown">;
  /** Inline code. */
  code(text: MarkdownText): Markup<"Markdown">;
  /** A block of code, with the name of its language if you pass one. */
  pre(text: MarkdownText, language?: string): Markup<"Markdown">;
  /** A link. */
  link(text: MarkdownText, url: string | { readonly href: string }): Markup<"Markdown">;
  /**
   * A mention of a user without a username. It works if the user has contacted the bot or is a member of the group.
   *
   * @param scheme - The service's scheme of user links, without `://`.
   */
  mention(text: MarkdownText, userId: number, scheme: string): Markup<"Markdown">;
}

/** Escapes the characters that open an entity. @throws ValidationError unless the text is a String. */
const escape = (text: string | number): string => checkText("markdown.escape", text).replace(/[_*`[]/g, "\\$&");

/** Writes a text as an entity of one kind. */
type Write = (text: string) => string;

/** A part of a text, which is plain or one entity. */
export interface Run {
  readonly text: string;
  readonly write: Write | undefined;
}

/** An entity is written as `open`, the text and `close`. Inside the text, `end` would end it. */
interface Delimiters {
  readonly open: string;
  readonly close: string;
  readonly end: string;
  readonly escapedEnd: string;
}

/**
 * Writes an entity. Nothing can be escaped inside an entity. If the text contains the end of the entity, the entity is closed
 * before it, the end is written escaped, and the entity is opened again.
 */
function entity(text: string, { open, close, end, escapedEnd }: Delimiters): string {
  const parts = text.split(end).map((part) => part && `${open}${part}${close}`);
  return parts.join(escapedEnd);
}

const marked = (mark: string): Write => (text) => entity(text, { open: mark, close: mark, end: mark, escapedEnd: `\\${mark}` });
/** Writes backticks that would end the block, or extend its end, outside the block. */
const fenced = (language: string): Write => (text) => {
  const block = (part: string): string => part && `\`\`\`${language}\n${part}\`\`\``;
  return text.split(/(`{3,}|`+$)/).map((part, index) => (index % 2 === 0 ? block(part) : escape(part))).join("");
};
// The first parenthesis would end the URL.
const linked = (url: string): Write => (text) =>
  entity(text, { open: "[", close: `](${url.replace(/\)/g, "%29")})`, end: "]", escapedEnd: "]" });

/** Writes runs as text with markup. Neighbors with the same `write` become one entity. */
export function runsToMarkup(parts: readonly Run[]): Markup<"Markdown"> {
  const runs: Run[] = [];
  for (const { text, write } of parts) {
    const last = runs.at(-1);
    // A backslash before an entity would escape its mark, so the entity includes the backslash.
    if (last && !last.write && write && last.text.endsWith("\\")) {
      const unescaped = last.text.replace(/\\+$/, "");
      runs[runs.length - 1] = { text: unescaped, write: undefined };
      runs.push({ text: last.text.slice(unescaped.length) + text, write });
    } else if (last && last.write === write) runs[runs.length - 1] = { text: last.text + text, write };
    else if (text) runs.push({ text, write });
  }
  return new Markup("Markdown", runs.map(({ text, write = escape }) => write(text)).join(""), parts);
}

/** Returns the runs of a text. Entities cannot be nested, so existing ones stay, and `write` writes the rest. */
const runsOf = (apiName: string, text: unknown, write?: Write, path = "text"): Run[] =>
  eachOf(apiName, text, path, (item, path) => runsOf(apiName, item, write, path))?.flat() ??
  (contentOf(text, "Markdown") as Run[] | undefined)?.map((run) => ({ text: run.text, write: run.write ?? write })) ??
  [{ text: checkText(apiName, text, path), write }];

function pre(text: unknown, language: unknown = ""): Markup<"Markdown"> {
  const apiName = "markdown.pre";
  if (typeof language !== "string" || /[^\w+#.-]/.test(language)) {
    throw new ValidationError(apiName, "language", "the name of a language", describe(language));
  }
  return runsToMarkup(runsOf(apiName, text, fenced(language)));
}

function join(texts: readonly unknown[], separator: unknown = ""): Markup<"Markdown"> {
  const apiName = "markdown.join";
  const between = runsOf(apiName, separator, undefined, "separator");
  return runsToMarkup(listed(apiName, texts).flatMap((text, index) => [...(index > 0 ? between : []), ...runsOf(apiName, text)]));
}

const urlPart = (value: unknown, path: string): string =>
  className(value) === "URL" ? address("markdown", value) : checkText("markdown", value, path);

/** The placeholder of a value among the literals. A lone surrogate, which no sent text may contain. */
const VALUE = "\ud800";
/** One entity, in the groups of its parts, or one character. */
const TOKEN = /```(?:([\w+#.-]*)\n)?([^]*?)```|([*_`])([^]*?)\3|\[([^\]]*)\]\(([^)]*)\)|[^]/g;

function template(literals: unknown, ...values: readonly unknown[]): Markup<"Markdown"> {
  const texts = literalsOf(literals);
  if (!texts) throw new ValidationError("markdown", "", "a template literal", describe(literals));
  /** The number of values that were read. */
  let index = 0;
  const next = <T>(read: (value: unknown, path: string) => T): T => read(values[index], `values[${index++}]`);
  const expand = (literal: string, write?: Write): Run[] =>
    literal.split(VALUE).flatMap((text, place) => [
      ...(place > 0 ? next((value, path) => runsOf("markdown", value, write, path)) : []),
      { text, write },
    ]);
  const expandUrl = (literal: string): string =>
    literal.split(VALUE).reduce((url, text) => url + next(urlPart) + text);
  const runs: Run[] = [];
  for (const [token, language = "", block, mark, text = "", label, url = ""] of texts.join(VALUE).matchAll(TOKEN)) {
    if (block !== undefined) runs.push(...expand(block, fenced(language)));
    else if (mark) runs.push(...expand(text, marked(mark)));
    else if (label === undefined) runs.push(...expand(token));
    else {
      // The values of the URL come after those of the label, which are written with it.
      let target = "";
      runs.push(...expand(label, (text) => linked(target)(text)));
      target = expandUrl(url);
    }
  }
  return runsToMarkup(runs);
}

/**
 * Creates text for `parse_mode: "Markdown"`. Interpolated values are escaped. Texts with markup can be nested.
 *
 * ```ts
 * const greeting = markdown`Hello, *${name}*! ${markdown.link("Terms", url)}`;
 * await bot.sendMessage({ chat_id, ...greeting });  // spreads text and parse_mode
 * ```
 *
 * The service does not support nested entities, so only the innermost one is kept: `markdown.bold(markdown`a
 * ${markdown.italic("b")}`)` gives `*a *_b_`. A mark without an end is a plain character.
 *
 * All functions throw a {@link ValidationError} if an argument is not text.
 */
export const markdown: MarkdownTemplate = /* @__PURE__ */ Object.assign(template, {
  escape,
  join,
  bold: (text: unknown) => runsToMarkup(runsOf("markdown.bold", text, marked("*"))),
  italic: (text: unknown) => runsToMarkup(runsOf("markdown.italic", text, marked("_"))),
  code: (text: unknown) => runsToMarkup(runsOf("markdown.code", text, marked("`"))),
  pre,
  link: (text: unknown, url: unknown) => runsToMarkup(runsOf("markdown.link", text, linked(address("markdown.link", url)))),
  mention: (text: unknown, userId: unknown, scheme: unknown) =>
    runsToMarkup(runsOf("markdown.mention", text, linked(userLink("markdown.mention", userId, scheme)))),
});
