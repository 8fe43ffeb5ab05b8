// The examples and their variants compile as a strict user compiles them, each against the types of its platform alone.
import { existsSync } from "node:fs";
import { cp, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execPath } from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { output, runtime } from "../support/programs.mjs";
import { EXAMPLES, examples, json } from "./support.mjs";

const names = await readdir(EXAMPLES);
const folder = await examples(import.meta.url, ...names);
await cp(join(EXAMPLES, "node-webhook/bot.ts"), join(folder, "variants/bot.ts"));
const tsc = (compiler) => fileURLToPath(new URL(`../../node_modules/${compiler}/bin/tsc`, import.meta.url));

/** Beyond what the examples' own settings ask for. */
const STRICTER = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noImplicitReturns: true };

/** The settings of the examples, as text, with the names of the examples that have them: one compilation each. */
const projects = new Map();
const settingsOf = {};
for (const name of names.filter((name) => existsSync(join(folder, name, "tsconfig.json")))) {
  const { compilerOptions, include } = await json(folder, name, "tsconfig.json");
  settingsOf[name] = compilerOptions;
  const text = JSON.stringify(compilerOptions);
  const known = projects.get(text) ?? { names: [], include: [] };
  known.names.push(name);
  known.include.push(...include.map((pattern) => `${name}/${pattern}`));
  projects.set(text, known);
}
for (const [like, files, more] of [
  ["node-webhook", ["node-https", "express-4", "express-5", "fastify", "hono"], {}],
  ["worker", ["workers-kv"], {}],
  ["vercel", ["service-worker"], { lib: ["es2022", "webworker"] }],
]) {
  const text = JSON.stringify({ ...settingsOf[like], esModuleInterop: true, ...more });
  projects.set(text, { names: files, include: files.map((file) => `variants/${file}.mts`) });
}

let count = 0;
for (const [text, { names, include }] of projects) {
  const file = join(folder, `tsconfig.${count++}.json`);
  await writeFile(file, JSON.stringify({ compilerOptions: { ...JSON.parse(text), ...STRICTER }, include }));
  for (const compiler of ["typescript", "typescript-6"]) {
    test(`${compiler}: ${names.join(", ")}`, () => output(execPath, [tsc(compiler), "--pretty", "false", "--project", file], folder));
  }
}

test("Deno's own types", () => output(runtime("deno"), ["check", "main.ts"], join(folder, "deno"), { DENO_NO_UPDATE_CHECK: "1" }));
