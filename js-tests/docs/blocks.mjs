// The code of the documentation: every fenced block of the guide, the reference and the README, with its location.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { root } from "../support/target.mjs";

const FOLDERS = ["docs/guide", "docs/hosts", "docs/coming-from", "docs/reference/methods", "docs/reference/types"];
const FILES = ["README.md", "docs/index.md"];

/** A fenced block. `info` is the text after the language, such as `run` or `[Node]`. */
const FENCE = /^```([a-z]+)?(?: (.*))?\n([\s\S]*?)^```$/gm;

/**
 * The blocks of all pages: page, line, language, info, the code as shown, and the code with the declarations at the top
 * of its page. Code that a block includes is checked in its own file.
 */
export function blocks(...languages) {
  return pages().flatMap((page) => withTop(blocksOf(page, readFileSync(join(root, page), "utf8")))).filter(({ language }) => languages.includes(language));
}

/** Adds the page's block `ts top` to the blocks that use its names. A block that names `Bot` is self-contained. */
function withTop(all) {
  const top = all.find(({ info }) => info === "top");
  const names = [...(top?.code ?? "").matchAll(/^const (\w+)/gm)].map(([, name]) => name);
  const needs = ({ language, info, code }) =>
    language === "ts" && !["top", "d.ts"].includes(info) && !/\bBot\b/.test(code) && names.some((name) => new RegExp(`\\b${name}\\b`).test(code));
  return all.map((block) => ({ ...block, shown: block.code, code: needs(block) ? `${top.code}\n${block.code}` : block.code }));
}

/** The blocks of one page. */
export function blocksOf(page, text) {
  return [...text.matchAll(FENCE)].map(({ 1: language = "", 2: info = "", 3: code, index }) => ({
    page, language, info, code, line: text.slice(0, index).split("\n").length,
  })).filter(({ code }) => !code.startsWith("<!--@include:"));
}

/** The files that pages include: `<<< @/../examples/…`, `<!--@include: …-->`. */
export function included() {
  return pages().flatMap((page) => {
    const text = readFileSync(join(root, page), "utf8");
    const snippets = [...text.matchAll(/^<<< @\/(.*?)(?:#[\w-]+)?(?:\{.*\})?(?: \[.*\])?$/gm)].map(([, path]) => join(root, "docs", path));
    const includes = [...text.matchAll(/<!--@include: (.*?)-->/g)].map(([, path]) => join(root, page, "..", path));
    return [...snippets, ...includes].map((file) => ({ page, file: relative(root, file).split(sep).join("/") }));
  });
}

/** The handwritten pages, and those of the reference. */
export function pages() {
  const within = (folder) =>
    readdirSync(join(root, folder)).filter((name) => name.endsWith(".md")).map((name) => `${folder}/${name}`);
  return [...FILES, ...FOLDERS.flatMap(within)];
}
