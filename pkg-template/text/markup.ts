// Text with markup, created by `html` and `markdown`, and how functions distinguish it from plain text.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import type { ParseMode } from "../types.js";

/** A symbol that every copy of the package knows. Data of users, such as JSON, cannot contain it. */
const CONTENT = Symbol.for("botwire.markup");

/**
 * Text with markup, made by {@link html} or {@link markdown}. Spread it into a call, which sets `parse_mode` too:
 *
 * ```ts
 * await bot.sendMessage({ chat_id, ...html`Hello, <b>${name}</b>` });
 * await bot.sendPhoto({ chat_id, photo, ...html`By ${html.link(author, url)}`.toCaption() });
 * ```
 */
export class Markup<Mode extends ParseMode = ParseMode> {
  /** The text with its markup. */
  readonly text: string;
  /** How the service reads the markup. */
  readonly parse_mode: Mode;
  /** Not in an object literal: plain text cannot pass for markup. */
  declare private readonly made: never;

  /** @internal */
  constructor(parse_mode: Mode, text: string, content: unknown = text) {
    this.text = text;
    this.parse_mode = parse_mode;
    Object.defineProperty(this, CONTENT, { value: content });
  }

  /** Returns the parameters of a caption, to spread into a call. */
  toCaption(): { caption: string; parse_mode: Mode } {
    return { caption: this.text, parse_mode: this.parse_mode };
  }

  /** Returns the fields of an InputTextMessageContent, to spread into it. */
  toMessageText(): { message_text: string; parse_mode: Mode } {
    return { message_text: this.text, parse_mode: this.parse_mode };
  }

  /** The text with its markup. */
  toString(): string {
    return this.text;
  }
}

/** Returns the content of a text with markup of this kind, or `undefined` for any other value. */
export function contentOf(value: any, mode: ParseMode): any {
  try {
    return typeof value === "object" && value?.parse_mode === mode ? value[CONTENT] : undefined;
  } catch {
    return undefined; // a proxy that throws
  }
}

/** Returns the texts between the values of a template literal, if it is one. */
export function literalsOf(strings: any): readonly string[] | undefined {
  try {
    if (!Array.isArray(strings)) return undefined;
    // A literal with a malformed escape is `undefined`.
    const texts = strings.map((text, index) => text ?? (strings as any).raw[index]);
    return Array.isArray((strings as any).raw) && texts.every((text) => typeof text === "string") ? texts : undefined;
  } catch {
    return undefined; // a proxy that throws
  }
}

/** Returns a copy of an Array of texts. */
export function listed(apiName: string, texts: unknown): unknown[] {
  try {
    if (Array.isArray(texts)) return Array.from(texts);
  } catch {
    // The error below.
  }
  throw new ValidationError(apiName, "texts", "an Array of texts", describe(texts));
}

/** The most Arrays inside of each other. */
const MOST_LEVELS = 20;

/** Returns the results of `write` for the items of an Array with their paths, or `undefined` for any other value. */
export function eachOf<Result>(apiName: string, text: unknown, path: string, write: (item: unknown, path: string) => Result): Result[] | undefined {
  let items: unknown[] | undefined;
  try {
    if (Array.isArray(text)) items = Array.from(text);
  } catch {
    throw new ValidationError(apiName, path, "a text", "an object that throws");
  }
  if (items && path.split("[").length > MOST_LEVELS) throw new ValidationError(apiName, path, `at most ${MOST_LEVELS} levels of Arrays`, "more");
  return items?.map((item, index) => write(item, `${path}[${index}]`));
}
