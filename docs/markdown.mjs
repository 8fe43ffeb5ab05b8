// Writes a Markdown version of each page next to its HTML, and `llms.txt`, which lists them.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
/** The sections of llms.txt, and the folders of their pages. */
const SECTIONS = {
  Guide: "guide", Hosts: "hosts", "Coming from another library": "coming-from", Methods: "reference/methods", Types: "reference/types", API: "reference/api",
  Crate: "reference/rust.md",
};
const LANGUAGES = { mjs: "js", jsx: "js", "env.example": "sh", "vars.example": "sh" };

export function writeMarkdown(out) {
  const list = [
    "# botwire",
    "",
    "> Typed bindings of a bot messaging service for JavaScript and Rust: calls that are checked before they are sent, webhooks, polling, sessions, and an emulator of the service for tests.",
    "",
    "Each page of the documentation has a Markdown version at the same address with the ending `.md`.",
  ];
  for (const [title, folder] of Object.entries(SECTIONS)) {
    list.push("", `## ${title}`, "");
    for (const page of pagesIn(folder)) {
      const source = readFileSync(join(here, page), "utf8");
      const text = plain(page, source);
      mkdirSync(dirname(join(out, page)), { recursive: true });
      writeFileSync(join(out, page), text);
      const [, heading = page] = /^# (.*)$/m.exec(text) ?? [];
      list.push(`- [${heading.replace(/[\\`]/g, "")}](${page}): ${described(page, source)}`);
    }
  }
  writeFileSync(join(out, "llms.txt"), `${list.join("\n")}\n`);
}

const pagesIn = (folder) => folder.endsWith(".md") ? [folder] :
  readdirSync(join(here, folder), { recursive: true }).map((name) => `${folder}/${name.replaceAll("\\", "/")}`).filter((name) => name.endsWith(".md")).sort();

/** Returns the description that search engines show, too. */
function described(page, source) {
  const [, text] = /^---\ndescription: (".*")\n---\n/.exec(source) ?? [];
  if (!text) throw new Error(`docs/${page} has no description: begin it with ---, description: "…", ---`);
  return JSON.parse(text);
}

/** Returns a page as plain Markdown: inlines included files, makes links lead to Markdown, removes components. */
function plain(page, source) {
  const folder = dirname(join(here, page));
  return source
    .replace(/^---\n[\s\S]*?\n---\n+/, "")
    .replace(/<script setup>[\s\S]*?<\/script>\n+/g, "")
    .replace(/<!--@include: (.*?)-->/g, (_, path) => readFileSync(join(folder, path), "utf8").trimEnd())
    .replace(/^<<< @\/(\S+?)(?:\{(\w+)\})?(?: \[(.*)\])?$/gm, (_, path, language, title) => {
      const ending = path.slice(path.lastIndexOf("/") + 1).replace(/^[^.]*\./, "");
      const code = readFileSync(join(here, path), "utf8").trimEnd();
      return `${title ? `${title}:\n\n` : ""}\`\`\`${language ?? LANGUAGES[ending] ?? ending}\n${code}\n\`\`\``;
    })
    .replace(/^```([a-z]+)(?: (?:run|top|foreign|d\.ts))?(?: \[(.*)\])?$/gm, (_, language, title) => `${title ? `${title}:\n\n` : ""}\`\`\`${language}`)
    // The picture of the dark theme, and the class of the one that stays.
    .replace(/^!\[.*\{\.in-dark .*\}\n?/gm, "").replace(/\{\.in-light .*\}/g, "")
    .replace(/^(?::::.*|<LiveSample.*|<!-- (?:figures: \w+|end) -->)\n+/gm, "")
    .replace(/^<SiteLink .*<\/SiteLink>\n+/gm, "")
    .replace(/<SiteLink to="([^"]*)">(.*?)<\/SiteLink>/g, "$2")
    .replace(/<span class="field">(.*?)<\/span>/g, "$1")
    .replace(/^(#+ .*?) \{#([\w-]+)\}$/gm, '$1 <a id="$2"></a>')
    .replace(/^```[\s\S]*?^```$|`[^`\n]*`|\]\((?!https?:|#)([^)\s]+)\)/gm, (found, link) => (link ? `](${linked(page, link)})` : found));
}

/** Converts a link of a page to a relative one that leads to Markdown. */
function linked(page, link) {
  const [path, hash] = link.split("#");
  const target = path.startsWith("/") ? path.slice(1) : posix.join(posix.dirname(page), path);
  const file = /\.(md|svg|png)$/.test(target) ? target : target.endsWith("/") || target === "" ? `${target}index.md` : `${target}.md`;
  const relative = posix.relative(posix.dirname(page), file);
  return hash ? `${relative}#${hash}` : relative;
}
