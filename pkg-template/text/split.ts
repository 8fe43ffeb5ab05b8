// Splits a long text into texts that each fit into one message. Markup stays whole.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { checkedOptions, integerFrom } from "../options/parse.js";
import { contentOf, Markup } from "./markup.js";
import { type Run, runsToMarkup } from "./markdown.js";

/**
 * Options of {@link split}.
 *
 * @example
 * ```ts
 * const captions = split(text, { limit: 200 });
 * ```
 */
export interface SplitOptions {
  /** The largest number of visible characters of a part, in UTF-16 code units. Default 4,096, the limit of a message. Use 200 for captions. */
  limit?: number | undefined;
}

/** A visible character. */
interface Unit<Around> {
  /** The character with its markup: `&lt;` for `<`. */
  readonly source: string;
  /** The character as the user sees it. */
  readonly shown: string;
  /** The markup around it: the opening tag, or the run of Markdown. */
  readonly around: Around;
}

/**
 * One character as a reader sees it, such as an emoji of several code points, or a line break. Cutting it would show other
 * characters.
 */
const CHARACTER = /\r\n|\p{RI}{2}|[^](?:[\p{M}\u200d\ufe0f\u{1f3fb}-\u{1f3ff}]|(?<=\u200d)[^])*/gu;
const TAG_OR_ENTITY = /(<\/?[a-z]+(?:"[^"]*"|'[^']*'|[^>"'])*>)|&(?:#(\d+)|#x([\da-f]+)|([a-z]+));/gi;
const NAMED: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"' };

/** Returns the characters of a plain text. Only one that fits into no message is split into its code points. */
const characters = (text: string, limit: number): string[] =>
  (text.match(CHARACTER) ?? []).flatMap((character) => (character.length > limit ? [...character] : character));

function plainUnits<Around>(text: string, around: Around, limit: number): Unit<Around>[] {
  return characters(text, limit).map((source) => ({ source, shown: source, around }));
}

/** Tags are not nested, so at most one is open. */
function htmlUnits(markup: string, limit: number): Unit<string>[] {
  const units: Unit<string>[] = [];
  let tag = "";
  let end = 0;
  // A loop, because the arguments of one `push` are limited.
  const addPlain = (text: string): void => {
    for (const unit of plainUnits(text, tag, limit)) units.push(unit);
  };
  for (const match of markup.matchAll(TAG_OR_ENTITY)) {
    const [source, isTag, decimal, hex, name] = match;
    addPlain(markup.slice(end, match.index));
    end = match.index + source.length;
    if (isTag) tag = source.startsWith("</") ? "" : source;
    else units.push({ source, shown: NAMED[name ?? ""] ?? codePoint(decimal ? Number(decimal) : parseInt(hex ?? "", 16)), around: tag });
  }
  addPlain(markup.slice(end));
  return units;
}

/** Returns the character of a numeric entity. The service shows unknown entities as they are written, or refuses them. */
const codePoint = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : "?");

function htmlOf(units: readonly Unit<string>[]): string {
  const close = (tag: string): string => tag && tag.replace(/^<([a-z]+)[^]*/i, "</$1>");
  let markup = "";
  let open = "";
  for (const { source, around } of units) {
    if (around !== open) markup += close(open) + around;
    markup += source;
    open = around;
  }
  return markup + close(open);
}

const LINE = /^\r?\n$/;
const SPACE = /^\s+$/;

const isGap = (unit: Unit<unknown> | undefined, gap: RegExp): boolean => unit !== undefined && gap.test(unit.shown);

/** Returns the number of units from `start` that fit. */
function fitting(units: readonly Unit<unknown>[], start: number, limit: number): number {
  let size = 0;
  let count = 0;
  for (let index = start; index < units.length; index++, count++) {
    size += units[index]!.shown.length;
    if (size > limit) break;
  }
  return count;
}

/** Returns the index of the last gap before `end` that is preferred: an empty line, a line, white space. */
function lastGap(units: readonly Unit<unknown>[], start: number, end: number): number {
  const is = (index: number, gap: RegExp): boolean => isGap(units[index], gap);
  const half = start + Math.floor((end - start) / 2);
  const find = (isGap: (index: number) => boolean, first: number): number | undefined => {
    for (let index = end; index >= first; index--) if (isGap(index)) return index;
    return undefined;
  };
  return (
    find((index) => is(index, LINE) && is(index - 1, LINE), half) ??
    find((index) => is(index, LINE), half) ??
    find((index) => is(index, SPACE), start + 1) ??
    end
  );
}

/** Returns the parts of a text, each without the gap after it. */
function partsOf<Around>(units: readonly Unit<Around>[], limit: number): Unit<Around>[][] {
  const parts: Unit<Around>[][] = [];
  for (let start = 0; start < units.length; ) {
    const count = fitting(units, start, limit);
    let end = start + count;
    let next = end;
    if (end < units.length) {
      end = next = lastGap(units, start, end);
      // The indentation of the next line stays.
      const gap = isGap(units[end], LINE) ? LINE : SPACE;
      while (isGap(units[next], gap)) next++;
      if (next > end) while (end > start && isGap(units[end - 1], SPACE)) end--;
    }
    const part = units.slice(start, end);
    // The service refuses a text of white space.
    if (part.some(({ shown }) => !SPACE.test(shown))) parts.push(part);
    start = next;
  }
  return parts;
}

/**
 * Splits a text into texts that each fit into one message. It cuts at an empty line in the second half of a part, otherwise at a
 * line break there, otherwise at white space, otherwise between two characters. White space at a cut is dropped. Emoji, tags,
 * marks and entities such as `&lt;` stay whole: markup that is open at a cut is closed and opened again.
 *
 * ```ts
 * for (const text of split(answer)) await bot.sendMessage({ chat_id, text });
 * for (const part of split(html`<b>Terms</b>\n${terms}`)) await bot.sendMessage({ chat_id, ...part });
 * ```
 *
 * @param text - Plain text, or text made by {@link html} or {@link markdown}. The parts are of the same kind.
 * @returns The parts in order. None for a text of white space only, which the service refuses.
 * @throws ValidationError if the text is not text, or an option is invalid or unknown.
 */
export function split<Text extends string | Markup>(text: Text, options: SplitOptions = {}): (Text extends string ? string : Text)[] {
  const { limit = 4096 } = checkedOptions<SplitOptions>("split", options, { limit: integerFrom(2) });
  return splitAny(text, limit) as (Text extends string ? string : Text)[];
}

function splitAny(text: unknown, limit: number): (string | Markup)[] {
  if (typeof text === "string") return partsOf(plainUnits(text, undefined, limit), limit).map((part) => part.map(({ source }) => source).join(""));
  const markup: unknown = contentOf(text, "HTML");
  if (typeof markup === "string") return partsOf(htmlUnits(markup, limit), limit).map((part) => new Markup("HTML", htmlOf(part)));
  const runs: readonly Run[] | undefined = contentOf(text, "Markdown");
  if (!runs) throw new ValidationError("split", "text", "a String, or a text of html or markdown", describe(text));
  const units = runs.flatMap((run) => plainUnits(run.text, run, limit));
  return partsOf(units, limit).map((part) => runsToMarkup(part.map(({ source, around }) => ({ text: source, write: around.write }))));
}
