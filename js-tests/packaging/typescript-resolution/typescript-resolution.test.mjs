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
  esModuleInterop: true,
  resolveJsonModule: true,
};

const FILES = ["consumer.mts", "consumer.cts", "json.cts"];

const folder = await project(import.meta.url);
await cp(join(folder, "consumer.mts"), join(folder, "consumer.cts"));

const tsc = (compiler) => compiler === "typescript-4" ? inPackage("typescript-4/bin/tsc") : fileURLToPath(new URL(`../../node_modules/${compiler}/bin/tsc`, import.meta.url));

/** Writes the settings for a mode and a platform. Returns the file. */
async function settings(mode, platform) {
  const name = [mode, platform].join("-").replace(/\W/g, "");
  const compilerOptions = { ...STRICT, ...MODES[mode], ...PLATFORMS[platform], outDir: `declarations/${name}`, typeRoots: [inPackage("@types"), inPackage(".")] };
  const files = platform === "no platform" ? FILES : [...FILES, "fetching.mts"];
  await writeFile(join(folder, `${name}.json`), JSON.stringify({ compilerOptions, files }));
  return join(folder, `${name}.json`);
}

/** In one process, which reads the types of the platforms once: half the time. */
const compile = (compiler, files) => output(execPath, [tsc(compiler), "--build", "--pretty", "false", ...files], folder);

const platforms = Object.keys(PLATFORMS);
for (const mode of Object.keys(MODES)) {
  test(`TypeScript 7, ${mode}, each platform`, async () => {
    await compile("typescript", await Promise.all(platforms.map((platform) => settings(mode, platform))));
  });
}

// The last one that is written in JavaScript takes ten times as long.
test("TypeScript 6, each mode and three platforms", async () => {
  await compile("typescript-6", await Promise.all(Object.keys(MODES).map((mode, at) => settings(mode, platforms[at]))));
});

// The oldest version that the package supports; it knows no resolution mode of bundlers.
test("TypeScript 4.9, node16, @types/node", async () => compile("typescript-4", [await settings("node16", "@types/node")]));
