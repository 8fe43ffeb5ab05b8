// The examples and their variants compile as a strict user compiles them, each against the types of its platform alone.
import { existsSync } from "node:fs";
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execPath } from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { output, runtime } from "../support/programs.mjs";
import { EXAMPLES, examples, json } from "./support.mjs";

const names = await readdir(EXAMPLES);
const folder = await examples(import.meta.url, ...names);
await cp(join(EXAMPLES, "node-webhook/bot.ts"), join(folder, "variants/bot.ts"));
// Next.js is not installed: this is the part that its example uses.
await writeFile(join(folder, "nextjs/app/next.d.ts"), 'declare module "next/server" { export function after(task: Promise<unknown>): void }\n');
const tsc = (compiler) => fileURLToPath(new URL(`../../node_modules/${compiler}/bin/tsc`, import.meta.url));

/** In addition to the examples' own settings. */
const STRICTER = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noImplicitReturns: true };

/** The files to compile together, by their settings as text. */
const projects = new Map();
const settingsOf = {};
for (const name of names.filter((name) => existsSync(join(folder, name, "tsconfig.json")))) {
  const { compilerOptions, include } = await json(folder, name, "tsconfig.json");
  settingsOf[name] = compilerOptions;
  // The types that one bot declares are not those of the others.
  const declares = (await readdir(join(folder, name), { recursive: true })).filter((file) => file.endsWith(".ts") && !file.includes("node_modules"));
  const sources = await Promise.all(declares.map((file) => readFile(join(folder, name, file), "utf8")));
  const isApart = sources.some((source) => source.includes("interface BotTypes"));
  const text = JSON.stringify({ ...compilerOptions, ...(isApart && { tsBuildInfoFile: `${name}.tsbuildinfo` }) });
  projects.set(text, [...projects.get(text) ?? [], ...include.map((pattern) => `${name}/${pattern}`)]);
}
for (const [like, variants, more] of [
  ["node-webhook", ["node-https", "express-4", "express-5", "fastify", "hono"], {}],
  ["worker", ["workers-kv"], {}],
  ["vercel", ["service-worker"], { lib: ["es2022", "webworker"] }],
]) {
  const text = JSON.stringify({ ...settingsOf[like], esModuleInterop: true, ...more });
  projects.set(text, variants.map((variant) => `variants/${variant}.mts`));
}
const files = [];
for (const [text, include] of projects) {
  files.push(join(folder, `tsconfig.${files.length}.json`));
  await writeFile(files.at(-1), JSON.stringify({ compilerOptions: { ...JSON.parse(text), ...STRICTER }, include }));
}
for (const compiler of ["typescript", "typescript-6"]) {
  // In one process, which reads the types of the platforms once: less than half the time.
  test(`${compiler}: all examples and variants`, () => output(execPath, [tsc(compiler), "--build", "--pretty", "false", ...files], folder));
}

test("Deno's own types", () => output(runtime("deno"), ["check", "main.ts"], join(folder, "deno"), { DENO_NO_UPDATE_CHECK: "1" }));
