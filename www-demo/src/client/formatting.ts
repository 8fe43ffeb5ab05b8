// Marked-up texts: the draft is HTML while a part of it is bold, italic, code or a link.
import type { Signal } from "@preact/signals";
import type { MessageEntity } from "botwire";
import { pieces } from "../chat/entities.ts";

/** What a text can be: its name, its tag, and its key with Ctrl. */
export const MARKS = [
  { name: "Bold", tag: "b", key: "b" }, { name: "Italic", tag: "i", key: "i" }, { name: "Code", tag: "code", key: "e" },
  { name: "Block of code", tag: "pre", key: "" }, { name: "Link", tag: "a", key: "k" },
] as const;

/** What is being written. */
interface Draft {
  readonly draft: Signal<string>;
  readonly isHtml: Signal<boolean>;
}

type Mark = (typeof MARKS)[number]["tag"];

const TAGS: Readonly<Record<string, Mark>> = { bold: "b", italic: "i", code: "code", pre: "pre", text_link: "a" };
const SAMPLE_URL = "https://example.com/";

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Returns a message to be edited: its text, or its HTML if a part of it is marked up. */
export function editable(text: string, entities: readonly MessageEntity[] = []): { draft: string; isHtml: boolean } {
  const marks = entities.filter(({ type }) => TAGS[type] !== undefined);
  if (marks.length === 0) return { draft: text, isHtml: false };
  const draft = pieces(text, marks).map(({ text: piece, entities: around }) => around.reduceRight((inner, { type, url }) => {
    const tag = TAGS[type] as Mark;
    return `${opening(tag, url)}${inner}</${tag}>`;
  }, escaped(piece)));
  return { draft: draft.join(""), isHtml: true };
}

const opening = (tag: Mark, url = SAMPLE_URL): string => (tag === "a" ? `<a href="${escaped(url).replaceAll('"', "&quot;")}">` : `<${tag}>`);

/** Marks the selection of the field. From then on, the draft is HTML. */
export function mark({ draft, isHtml }: Draft, field: HTMLTextAreaElement, tag: Mark): void {
  const escape = isHtml.value ? (text: string): string => text : escaped;
  const { selectionStart, selectionEnd } = field;
  const [before, chosen, after] = [[0, selectionStart], [selectionStart, selectionEnd], [selectionEnd]].map(([from, to]) => escape(draft.value.slice(from, to))) as [string, string, string];
  const open = opening(tag);
  isHtml.value = true;
  draft.value = `${before}${open}${chosen}</${tag}>${after}`;
  // The next letters are the marked text, or the address of a link.
  const [start, end] = tag === "a" ? [before.length + '<a href="'.length, before.length + '<a href="'.length + SAMPLE_URL.length] : [before.length + open.length, before.length + open.length + chosen.length];
  field.value = draft.value;
  field.focus();
  field.setSelectionRange(start, end);
}
