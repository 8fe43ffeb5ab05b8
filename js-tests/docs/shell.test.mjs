// The shell lines of the pages and READMEs: none has a part that bash and PowerShell read differently, unless the page says so.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../support/target.mjs";
import { blocksOf } from "./blocks.mjs";

const PAGES = ["guide", "hosts", "coming-from"].flatMap((folder) => readdirSync(join(root, "docs", folder)).filter((name) => name.endsWith(".md")).map((name) => `docs/${folder}/${name}`));
const READMES = ["README.md", "create-botwire/README.md", "CONTRIBUTING.md", ...readdirSync(join(root, "examples")).map((name) => `examples/${name}/README.md`)];
/** Parts that differ: a variable before a command, a variable, a continued line, `&&` of Windows PowerShell, a pipe into a file, a here document, a redirection. */
const DIFFERS = [/^\w+=\S* /, /\$\w/, /\\$/, / && /, / <<? /, / > /, /`/, /\bexport /, /\bmkdir -p /, /\bprintf /];

const lines = [...PAGES, ...READMES].filter((page) => existsSync(join(root, page))).flatMap((page) =>
  blocksOf(page, readFileSync(join(root, page), "utf8"))
    .filter(({ language }) => ["sh", "bash", "console", "shell"].includes(language))
    .flatMap(({ code, line }) => code.split("\n").filter((text) => text !== "" && !text.startsWith("#")).map((text) => ({ place: `${page}:${line}`, text }))),
);

test("each line of a shell means the same in bash and in PowerShell", () => {
  assert.ok(lines.length > 60, String(lines.length));
  const differing = lines.filter(({ text }) => DIFFERS.some((part) => part.test(text)));
  assert.deepEqual(differing, []);
});

test("the emulator, the webhook and the doctor are commands of npx botwire, or of the runtime of the page", () => {
  const named = lines.filter(({ text }) => /\bbotwire (emulator|webhook|doctor)\b/.test(text));
  assert.ok(named.length >= 15);
  for (const { place, text } of named) assert.match(text, /^(?:docker exec my-bot )?(npx|bunx --bun|deno run -A npm:)\s?botwire (emulator|webhook set|doctor)\b/, place);
});

test("a page of a host that shows TypeScript creates a project in TypeScript", () => {
  const created = lines.filter(({ place, text }) => place.startsWith("docs/hosts/") && text.startsWith("npm create "));
  assert.ok(created.length >= 9, String(created.length));
  for (const { place, text } of created.filter(({ text }) => !text.includes("rust"))) {
    const page = readFileSync(join(root, place.split(":")[0]), "utf8");
    assert.equal(/--language ts$/.test(text), /\.ts\b/.test(page), place);
  }
});
