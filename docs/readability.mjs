// Prints the Flesch-Kincaid grade and the sentences of more than 30 words of each page: `node docs/readability.mjs [page …]`.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const LONGEST = 30;
const FOLDERS = ["docs/guide", "docs/hosts", "docs/coming-from"];
const FILES = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "docs/index.md"];
const all = [...FILES, ...FOLDERS.flatMap((folder) => readdirSync(join(root, folder)).filter((name) => name.endsWith(".md")).map((name) => `${folder}/${name}`))];
const pages = process.argv.length > 2 ? process.argv.slice(2).map((path) => relative(root, path)) : all;

/** Returns the sentences of a page: no code, tables, links, or front matter. A code span counts as one word. */
function sentencesOf(text) {
  const prose = text
    .replace(/^---\n[\s\S]*?\n---\n|^```[\s\S]*?^```$|<(script|style)[\s\S]*?<\/\1>/gm, "")
    .replace(/^(\||#|<|:::|\[[^\]]*\]: ).*$/gm, "")
    .replace(/`[^`]*`/g, "Code")
    .replace(/!?\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])/g, "$1")
    .replace(/<[^>]*>|[*_]/g, "");
  const blocks = prose.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/);
  return blocks.flatMap((block) => block.replace(/\s+/g, " ").trim().split(/(?<=[.!?:]) (?=[A-Z"(])/)).filter((sentence) => /\w/.test(sentence));
}

function syllablesOf(word) {
  const letters = word.toLowerCase().replace(/[^a-z]/g, "").replace(/(?:[^laeiouy]es|ed|[^laeiouy]e)$/, "");
  return Math.max(1, letters.match(/[aeiouy]+/g)?.length ?? 1);
}

for (const page of pages) {
  const sentences = sentencesOf(readFileSync(join(root, page), "utf8")).map((sentence) => sentence.split(" ").filter((word) => /\w/.test(word)));
  const words = sentences.flat();
  if (words.length === 0) continue;
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  const grade = 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59;
  console.log(`${grade.toFixed(1).padStart(5)}  ${page}`);
  for (const sentence of sentences.filter(({ length }) => length > LONGEST)) console.log(`       ${sentence.length} words: ${sentence.join(" ").slice(0, 120)}`);
}
