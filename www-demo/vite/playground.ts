// What the playground takes from the build: typings for its TypeScript, and its examples, ready to run.
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { strip } from "../src/playground/typescript/strip.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const EXAMPLES = join(root, "src/playground/examples");
/** The libraries that the bot's code sees: JavaScript, and what edge workers have. */
const LIBRARIES = ["lib.es2023.d.ts", "lib.webworker.d.ts"];

/** `virtual:typings` and `virtual:examples`. */
export function playground(): Plugin {
  const modules: Record<string, () => Promise<object>> = { "virtual:typings": typings, "virtual:examples": examples };
  return {
    name: "playground",
    resolveId: (id) => (id in modules ? `\0${id}` : undefined),
    async load(id) {
      const make = modules[id.replace("\0", "")];
      if (!make || !id.startsWith("\0")) return undefined;
      if (id.endsWith("examples")) for (const name of await readdir(EXAMPLES)) this.addWatchFile(join(EXAMPLES, name));
      // Text for JSON.parse is taken in faster than the same as a literal.
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(await make()))});`;
    },
  };
}

/** All declarations of the package, the libraries with what they refer to, and the bot's options. */
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
    files[`/lib/${name}`] = text;
    for (const [, other] of text.matchAll(/^\/\/\/ <reference lib="([^"]+)"/gm)) {
      if (!wanted.includes(`lib.${other}.d.ts`)) wanted.push(`lib.${other}.d.ts`);
    }
  }
  files["/bot/options.d.ts"] = await readFile(join(EXAMPLES, "options.d.ts"), "utf8");
  return files;
}

async function examples(): Promise<Record<string, object>> {
  const found: Record<string, object> = {};
  for (const name of (await readdir(EXAMPLES)).filter((each) => /^[\w-]+\.ts$/.test(each) && each !== "index.ts")) {
    const source = await readFile(join(EXAMPLES, name), "utf8");
    const code = strip(name, source);
    if (code.text === undefined) throw new Error(`${name} is more than JavaScript with types`);
    found[name.slice(0, -3)] = { source, code };
  }
  return found;
}
