// Builds the documentation site: `node build.mjs <installed package> <output> <working folder>`. Run `botwire-render
// --docs` first, which writes the pages of methods and types.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { writeMarkdown } from "./markdown.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const [pkg, out, work] = process.argv.slice(2).map((path) => resolve(path));
const pages = join(here, "reference/api");

/** The public entries of the package, with what each is for. Each becomes a module page of the API. */
const ENTRIES = {
  botwire: "`Bot`, webhooks, polling, handlers, keyboards, text, conversations, middleware and errors",
  "botwire/emulator": "the service in memory, for tests",
  "botwire/adapters/node": "a listener for Node's servers, Express and Fastify",
  "botwire/adapters/lambda": "a handler for AWS Lambda",
  "botwire/stores/memory": "a store in the memory of one process",
  "botwire/stores/durable-object": "a store in Durable Objects of Cloudflare",
  "botwire/stores/workers-kv": "a store in Workers KV",
  "botwire/stores/deno-kv": "a store in Deno KV",
  "botwire/stores/redis": "a store in Redis or Valkey",
  "botwire/stores/postgres": "a store in PostgreSQL",
  "botwire/stores/sqlite": "a store in SQLite or D1",
  "botwire/check": "a check of every known field of an update",
};

rmSync(work, { recursive: true, force: true });
rmSync(pages, { recursive: true, force: true });
apiPages();
run("vitepress/bin/vitepress.js", ["build", here], { DOCS_OUT: out, DOCS_CACHE: join(work, "cache") });
writeMarkdown(out);

/** Renders pages from the TSDoc of the package's declarations, except methods and types, which the reference covers. */
function apiPages() {
  const modules = join(work, "node_modules");
  mkdirSync(modules, { recursive: true });
  symlinkSync(pkg, join(modules, "botwire"), "junction");
  const entries = Object.keys(ENTRIES).map((entry) => {
    const file = join(work, `${entry}.ts`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `export * from "${entry}";\n`);
    return file;
  });
  const compilerOptions = {
    target: "es2022", module: "nodenext", strict: true, skipLibCheck: true, lib: ["es2022", "dom", "dom.iterable"], types: [],
  };
  writeFileSync(join(work, "tsconfig.json"), JSON.stringify({ compilerOptions, files: entries }));
  writeFileSync(join(work, "package.json"), JSON.stringify({ type: "module" }));
  const options = ["--options", join(here, ".vitepress/typedoc.json"), "--tsconfig", join(work, "tsconfig.json")];
  const excluded = ["types", "methods"].flatMap((name) => ["--exclude", `**/${name}.d.ts`]);
  run("typedoc/bin/typedoc", [...options, ...excluded, "--docsRoot", here, "--basePath", work, "--out", pages, ...entries]);
  for (const file of readdirSync(pages, { recursive: true })) if (file.endsWith(".md")) rewrite(join(pages, file));
  writeFileSync(join(pages, "index.md"), contents());
}

/** Returns the first page of the API: a table of the entries, instead of TypeDoc's list of links. */
function contents() {
  const rows = Object.entries(ENTRIES).map(([entry, purpose]) => `| [\`${entry}\`](./${entry}/index.md) | ${purpose} |`);
  const lead = "Each entry of the package is a module to import from. The methods and types of the service have pages of their own: [Methods](../methods/index.md), [Types](../types/index.md).";
  return `---\ndescription: "The modules of the npm package botwire, with every function, option and error."\n---\n\n# Functions of the package\n\n${lead}\n\n| Import | Contents |\n|---|---|\n${rows.join("\n")}\n`;
}

/** Adds a description to a page. */
function rewrite(file) {
  const text = readFileSync(file, "utf8");
  writeFileSync(file, `---\ndescription: ${JSON.stringify(described(text))}\n---\n\n${text}`);
}

/** Returns the first sentence of a page of the API, or what the page lists. */
function described(text) {
  const title = /^# (.*)$/m.exec(text)?.[1].replace(/[\\`]/g, "") ?? "API";
  const paragraph = text.split(/\n\s*\n/).find((block) => /^[A-Z`*]/.test(block) && !block.startsWith("```"));
  const sentence = paragraph?.replace(/\s+/g, " ").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*\\]/g, "").split(/(?<=[.!?]) /)[0];
  return sentence && !/[:|]$/.test(sentence) ? sentence : `${title} of the package botwire.`;
}

function run(program, args, env = {}) {
  const script = join(here, "node_modules", program);
  execFileSync(process.execPath, [script, ...args], { stdio: "inherit", env: { ...process.env, ...env } });
}
