// The code of the documentation: every fenced block of the guide, of the reference and of the README, with where it stands.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { root } from "../support/target.mjs";

const FOLDERS = ["docs/guide", "docs/hosts", "docs/coming-from", "docs/reference/methods", "docs/reference/types"];
const FILES = ["README.md", "docs/index.md"];

/** A fenced block. `info` is what stands behind the language, such as `run` or `[Node]`. */
const FENCE = /^```([a-z]+)?(?: (.*))?\n([\s\S]*?)^```$/gm;

/** The blocks of all pages: page, line, language, info and code. A block that includes a file is checked where the file is. */
export function blocks(...languages) {
  return pages().flatMap((page) => blocksOf(page, readFileSync(join(root, page), "utf8"))).filter(({ language }) => languages.includes(language));
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

function pages() {
  const within = (folder) =>
    readdirSync(join(root, folder)).filter((name) => name.endsWith(".md")).map((name) => `${folder}/${name}`);
  return [...FILES, ...FOLDERS.flatMap(within)];
}
