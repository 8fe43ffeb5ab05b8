// TypeScript in each way to resolve modules and with each platform's types alone, as a strict user of the package compiles.
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execPath } from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { inPackage, output } from "../support/programs.mjs";
import { project } from "../support/project.mjs";

const MODES = {
  node16: { module: "node16", moduleResolution: "node16" },
  nodenext: { module: "nodenext", moduleResolution: "nodenext" },
  bundler: { module: "esnext", moduleResolution: "bundler" },
};
const PLATFORMS = {
  DOM: { lib: ["es2022", "dom"], types: [] },
  "@types/node": { lib: ["es2022"], types: ["node"] },
  "workers-types": { lib: ["es2022"], types: ["@cloudflare/workers-types"] },
  "no platform": { lib: ["es2022"], types: [] },
};
const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  target: "es2022",
  declaration: true,
  emitDeclarationOnly: true,
  outDir: "declarations",
  esModuleInterop: true,
  resolveJsonModule: true,
};

const FILES = ["consumer.mts", "consumer.cts", "json.cts"];

const folder = await project(import.meta.url);
await cp(join(folder, "consumer.mts"), join(folder, "consumer.cts"));

const tsc = (compiler) => compiler === "typescript-4" ? inPackage("typescript-4/bin/tsc") : fileURLToPath(new URL(`../../node_modules/${compiler}/bin/tsc`, import.meta.url));

async function compiles(compiler, mode, platform) {
  const file = join(folder, `${[mode, platform].join("-").replace(/\W/g, "")}.json`);
  const compilerOptions = { ...STRICT, ...MODES[mode], ...PLATFORMS[platform], typeRoots: [inPackage("@types"), inPackage(".")] };
  await writeFile(file, JSON.stringify({ compilerOptions, files: platform === "no platform" ? FILES : [...FILES, "fetching.mts"] }));
  await output(execPath, [tsc(compiler), "--pretty", "false", "--project", file], folder);
}

for (const [at, mode] of Object.keys(MODES).entries()) {
  for (const platform of Object.keys(PLATFORMS)) {
    test(`TypeScript 7, ${mode}, ${platform}`, () => compiles("typescript", mode, platform));
  }
  // The last one that is written in JavaScript takes ten times as long: each mode and each platform once.
  const platform = Object.keys(PLATFORMS)[at];
  test(`TypeScript 6, ${mode}, ${platform}`, () => compiles("typescript-6", mode, platform));
}

// The oldest one that it is kept for; it knows no resolution mode of bundlers.
test("TypeScript 4.9, node16, @types/node", () => compiles("typescript-4", "node16", "@types/node"));
