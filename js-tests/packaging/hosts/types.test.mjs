// The examples compile as a strict user compiles them, each against the types of its platform and of no other.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execPath } from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { inPackage, output, runtime } from "../support/programs.mjs";
import { link, project } from "../support/project.mjs";

const SETTINGS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  target: "es2022",
  module: "nodenext",
  noEmit: true,
  allowImportingTsExtensions: true,
  esModuleInterop: true,
};
const NODE = ["node-http", "node-https", "express-4", "express-5", "fastify", "hono", "lambda"];
/** Files, with the libraries and packages whose types they see. */
const PLATFORMS = {
  "@types/node, express, fastify, hono, @types/aws-lambda": [NODE, { lib: ["es2022"], types: ["node"] }],
  "@cloudflare/workers-types": [["workers"], { lib: ["es2022"], types: ["@cloudflare/workers-types"] }],
  "@types/bun": [["bun"], { lib: ["es2022"], types: ["bun"] }],
  DOM: [["vercel"], { lib: ["es2022", "dom"], types: [] }],
  "service workers": [["service-worker"], { lib: ["es2022", "webworker"], types: [] }],
};

const folder = await project(import.meta.url);
await link(folder, ["@types", "@cloudflare/workers-types", "express", "express-4", "fastify", "hono"]);
const tsc = (compiler) => fileURLToPath(new URL(`../../node_modules/${compiler}/bin/tsc`, import.meta.url));

for (const [platform, [names, options]] of Object.entries(PLATFORMS)) {
  for (const compiler of ["typescript", "typescript-6"]) {
    test(`${compiler}: ${platform}`, async () => {
      const file = join(folder, `${names[0]}.${compiler}.json`);
      const compilerOptions = { ...SETTINGS, ...options, typeRoots: [inPackage("@types"), inPackage(".")] };
      await writeFile(file, JSON.stringify({ compilerOptions, files: names.map((name) => `${name}.mts`) }));
      await output(execPath, [tsc(compiler), "--pretty", "false", "--project", file], folder);
    });
  }
}

test("Deno's own types", () => output(runtime("deno"), ["check", "--unstable-kv", "deno.mts"], folder, { DENO_NO_UPDATE_CHECK: "1" }));
