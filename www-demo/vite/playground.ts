// Build-time data of the playground: type declarations for its TypeScript, and the samples, ready to run.
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import type { Code } from "../src/playground/run/code.ts";
import { describe, type Sample } from "../src/playground/samples/describe.ts";
import { strip } from "../src/playground/typescript/strip.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const SAMPLES = join(root, "../docs/samples");
/** The libraries available to the bot's code: JavaScript, and the APIs of edge workers. */
const LIBRARIES = ["lib.es2023.d.ts", "lib.webworker.d.ts"];

/** `virtual:typings`, `virtual:samples`, and `virtual:sample/` with the name of each. */
export function playground(): Plugin {
  return {
    name: "playground",
    resolveId: (id) => (id.startsWith("virtual:") ? `\0${id}` : undefined),
    async load(id) {
      if (id === "\0virtual:typings") return asModule(await typings());
      if (id === "\0virtual:samples") return `export const samples = ${JSON.stringify(await samples())};\nexport const load = { ${(await samples()).map(loader).join(", ")} };`;
      const name = /^\0virtual:sample\/([\w-]+)$/.exec(id)?.[1];
      if (name === undefined) return undefined;
      const file = join(SAMPLES, `${name}.ts`);
      this.addWatchFile(file);
      return asModule(await sample(name, await readFile(file, "utf8")));
    },
  };
}

/** Adds `samples.json`, for pages and tests that are made of the samples. */
export function samplesList(): Plugin {
  return {
    name: "samples-list",
    apply: "build",
    async generateBundle() {
      this.emitFile({ type: "asset", fileName: "samples.json", source: JSON.stringify(await samples()) });
    },
  };
}

// Text for JSON.parse is taken in faster than the same as a literal.
const asModule = (value: object): string => `export default JSON.parse(${JSON.stringify(JSON.stringify(value))});`;

const loader = ({ id }: Sample): string => `${JSON.stringify(id)}: () => import("virtual:sample/${id}")`;

/** The package's declarations, the libraries with their references, and the bot's options. */
async function typings(): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const folder = join(root, "node_modules/botwire");
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/");
    if (entry.isFile() && path.endsWith(".d.ts") && !path.startsWith("cjs/")) {
      files[`/node_modules/botwire/${path}`] = await readFile(join(folder, path), "utf8");
    }
  }
  files["/node_modules/botwire/package.json"] = await readFile(join(folder, "package.json"), "utf8");
  const libraries = dirname(fileURLToPath(import.meta.resolve("typescript")));
  const wanted = [...LIBRARIES];
  for (const name of wanted) {
    const text = await readFile(join(libraries, name), "utf8");
    files[`/${name}`] = text;
    for (const [, other] of text.matchAll(/^\/\/\/ <reference lib="([^"]+)"/gm)) {
      if (!wanted.includes(`lib.${other}.d.ts`)) wanted.push(`lib.${other}.d.ts`);
    }
  }
  files["/bot/options.d.ts"] = await readFile(join(SAMPLES, "options.d.ts"), "utf8");
  return files;
}

/** The descriptions of the samples. */
async function samples(): Promise<Sample[]> {
  const names = (await readdir(SAMPLES)).filter((name) => /^[\w-]+\.ts$/.test(name)).sort();
  return Promise.all(names.map(async (name) => describe(name.slice(0, -3), await readFile(join(SAMPLES, name), "utf8"))));
}

function sample(name: string, source: string): { source: string; code: Code } {
  const code = strip(name, source);
  if (code.text === undefined) throw new Error(`${name} is more than JavaScript with types`);
  return { source, code };
}
