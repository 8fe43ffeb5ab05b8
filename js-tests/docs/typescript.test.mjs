// Each block of JavaScript and TypeScript compiles against the packed package; those marked `run` run against the emulator.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { build, transform } from "esbuild";
import { root } from "../support/target.mjs";
import { blocks, included } from "./blocks.mjs";
import { project, put } from "./project.mjs";

const run = promisify(execFile);

const OPTIONS = { target: "es2022", module: "nodenext", strict: true, noEmit: true, skipLibCheck: true, types: ["node"], lib: ["es2024", "dom", "dom.iterable"] };

const isModule = (code) => /^(import|export) /m.test(code);
/** The file name of a block: line 12 of `docs/guide/files.md` is `guide-files-12`. */
const nameOf = ({ page, line }) => `${page.replace(/^docs\//, "").replace(/\.md$/, "").replaceAll("/", "-")}-${line}`;
const fileOf = (block) => `${nameOf(block)}${block.info === "d.ts" ? ".d.ts" : ".ts"}`;
const fillFrom = (folder, all) => all.forEach((block) => put(folder, fileOf(block), isModule(block.code) ? block.code : `${block.code}\nexport {};\n`));
const augments = ({ code }) => code.includes("declare module");

test("every block in TypeScript compiles as shown", async () => {
  const all = blocks("ts");
  assert.ok(all.length > 200, `${all.length} blocks`);
  // A page's declaration applies only to its own blocks.
  const apart = new Set(all.filter(augments).map(({ page }) => page));
  const folder = project("typescript");
  put(folder, "next.d.ts", 'declare module "next/server" { export function after(task: Promise<unknown>): void }\n');
  fillFrom(folder, all.filter(({ page }) => !apart.has(page)));
  await compile(folder, OPTIONS, ["*.ts"]);
  assert.ok(apart.size > 0);
  for (const page of apart) {
    const folder = project(`typescript-${page.replace(/\W/g, "-")}`);
    const own = all.filter((block) => block.page === page);
    for (const { info, code, line } of own.filter(({ info }) => info === "d.ts")) {
      assert.match(code, /^(import|export) /m, `${page}:${line} (${info}) would replace the package`);
    }
    fillFrom(folder, own);
    await compile(folder, { ...OPTIONS, skipLibCheck: false }, ["*.ts"]);
  }
});

/** The parts of Deno's and Bun's types that the blocks use. */
const HOSTS = `
type Handler = (request: Request) => Response | Promise<Response>;
declare const Deno: { env: { get(name: string): string | undefined }; serve(options: { hostname: string; port: number }, handler: Handler): unknown };
declare const Bun: { serve(options: { hostname: string; port: number; fetch: Handler }): unknown };
`;

test("the blocks of the quick start compile as TypeScript, for all that have no type to add", async () => {
  const all = blocks("js").filter(({ page, info }) => page === "docs/guide/quick-start.md" && info !== "[Workers]");
  assert.deepEqual(all.map(({ info }) => info), ["", "[Deno]", "[Bun]", "[Node]", "[Vercel]", "[Browser]"]);
  const folder = project("quick-start-typescript");
  put(folder, "given.d.ts", HOSTS);
  for (const { info, code } of all) {
    const name = info === "" ? "bot.ts" : `${info.slice(1, -1).toLowerCase()}.ts`;
    put(folder, name, code.replace(/"\.\.?\/bot\.js"/, '"./bot.ts"'));
  }
  await compile(folder, { ...OPTIONS, allowImportingTsExtensions: true }, ["*.ts"]);
});

test("every block in JavaScript can be bundled, with what it imports", async () => {
  const all = blocks("js");
  assert.ok(all.length > 5, `${all.length} blocks`);
  const folder = project("javascript");
  const bot = all.find(({ code }) => code.includes("export const handler"));
  assert.ok(bot, "no block is the bot.js that others import");
  put(folder, "bot.js", bot.code);
  // Blocks for a file in a folder import the bot from the folder above.
  const files = all.map((block) => put(folder, `${block.code.includes('"../bot.js"') ? "api/" : ""}${nameOf(block)}.js`, block.code));
  // esbuild fails if a module, or a name imported from it, does not exist.
  await build({ entryPoints: files, bundle: true, write: false, outdir: folder, format: "esm", platform: "node", target: "es2022", logLevel: "silent" });
});

test("every file that a page includes exists", () => {
  const all = included();
  assert.ok(all.length > 30, `${all.length} files`);
  assert.deepEqual(all.filter(({ file }) => !existsSync(join(root, file))), []);
});

/** Replaces the declarations at the top of a page: a bot of the emulator, with a user whose chat the samples use. */
const PRELUDE = `
import { Bot as TheBot } from "botwire";
import { createEmulator as theEmulator } from "botwire/emulator";
const service = theEmulator();
const alice_ = service.user({ id: 1001, first_name: "Alice" });
alice_.write("hello");
const bot = new TheBot({ baseUrl: service.baseUrl, token: service.token, fetch: service.fetch });
const chat_id = alice_.id;
`;

test("the blocks marked `run` run", async () => {
  const all = blocks("ts").filter(({ info }) => info.split(" ").includes("run"));
  assert.ok(all.length > 10, `${all.length} blocks`);
  const folder = project("run");
  const modules = await Promise.all(all.map(async (block) => {
    const { code } = await transform((block.shown === block.code ? "" : PRELUDE) + block.shown, { loader: "ts", format: "esm", target: "es2022" });
    put(folder, `${nameOf(block)}.mjs`, code);
    return `./${nameOf(block)}.mjs`;
  }));
  // One process, as the start of each would take longer than all of the blocks.
  const program = `
const failed = [];
for (const name of ${JSON.stringify(modules)}) await import(name).catch((error) => failed.push(\`\${name}: \${error.stack}\`));
console.error(JSON.stringify({ failed, count: ${modules.length} }));`;
  const { stderr } = await run(process.execPath, [put(folder, "all.mjs", program)]);
  assert.deepEqual(JSON.parse(stderr.trim().split("\n").at(-1)), { failed: [], count: modules.length });
});

async function compile(folder, compilerOptions, include) {
  put(folder, "tsconfig.json", JSON.stringify({ compilerOptions, include }));
  const tsc = join(root, "js-tests/node_modules/typescript/bin/tsc");
  const { stdout } = await run(process.execPath, [tsc, "--pretty", "false", "--project", folder], { maxBuffer: 1 << 24 }).catch((error) => error);
  assert.equal(stdout, "", `tsc in ${folder}`);
}
