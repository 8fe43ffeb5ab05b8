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

/** The public entries of the package. Each becomes a module page of the API. */
const ENTRIES = [
  "botwire", "botwire/emulator", "botwire/adapters/node", "botwire/adapters/lambda", "botwire/stores/memory",
  "botwire/stores/durable-object", "botwire/stores/workers-kv", "botwire/stores/deno-kv", "botwire/stores/redis",
  "botwire/stores/postgres", "botwire/stores/sqlite", "botwire/check",
];

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
  const entries = ENTRIES.map((entry) => {
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
}

/** Removes references to chapters of the specification, which readers of the site do not have. */
function rewrite(file) {
  writeFileSync(file, readFileSync(file, "utf8").replace(/ ?\bSpec: [^\n]*/g, ""));
}

function run(program, args, env = {}) {
  const script = join(here, "node_modules", program);
  execFileSync(process.execPath, [script, ...args], { stdio: "inherit", env: { ...process.env, ...env } });
}
