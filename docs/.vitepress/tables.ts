// What tables need on narrow screens: labels for their cells, and places at which code may break.
import type { MarkdownRenderer } from "vitepress";
import { inlineCode } from "./lines.ts";

/** Code such as `botwire/stores/redis` may break after a sign, and a long name between its words, but nowhere else. */
const breakable = (html: string): string => html
  .replace(/(?<=[^<\s])[./(=:|,]+(?=[\w{])/g, "$&<wbr>")
  .replace(/\w{16,}/g, (name) => name.replace(/(?<=_)(?=[a-z])|(?<=[a-z])(?=[A-Z])/g, "<wbr>"));

export function readableTables(md: MarkdownRenderer): void {
  const code = md.renderer.rules.code_inline!;
  md.renderer.rules.code_inline = (tokens, at, ...others) => {
    const html = code(tokens, at, ...others);
    return tokens[at]!.meta?.isInCell ? breakable(html) : inlineCode(html);
  };
  // Labels each cell with the heading of its column, which a phone shows before the cell.
  md.core.ruler.push("label_cells", ({ tokens }) => {
    let headings: string[] = [];
    let column = 0;
    for (const [at, token] of tokens.entries()) {
      if (token.type === "table_open") headings = [];
      if (token.type === "tr_open") column = 0;
      if (token.type !== "th_open" && token.type !== "td_open") continue;
      const content = tokens[at + 1]?.children ?? [];
      for (const part of content) part.meta = { ...part.meta, isInCell: true };
      if (token.type === "th_open") headings.push(content.map(({ content }) => content).join(""));
      else token.attrSet("data-label", headings[column++] ?? "");
    }
  });
}
