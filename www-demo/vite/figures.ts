// The figures of the start page, each from a file that a test or a benchmark writes, and its code, which the tests of the README compile.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import type { Figures } from "../src/shell/figures.d.ts";

const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8");

/** `virtual:figures`. */
export function figures(): Plugin {
  return {
    name: "figures",
    resolveId: (id) => (id === "virtual:figures" ? `\0${id}` : undefined),
    load: (id) => (id === "\0virtual:figures" ? `export const figures = ${JSON.stringify(collect())};\nexport const code = ${JSON.stringify({ "worker.ts": block("ts"), "main.rs": block("rust") })};` : undefined),
  };
}

/** The first block of the README in that language. */
function block(language: string): string {
  const [, code] = new RegExp(`^\`\`\`${language}\\n([^]*?)\\n\`\`\`$`, "m").exec(read("../../README.md")) ?? [];
  if (code === undefined) throw new Error(`README.md has no block of ${language}`);
  return code;
}

function collect(): Figures {
  const { methods, objects } = JSON.parse(read("../node_modules/botwire/schema.json")) as { methods: object; objects: object };
  // The rows of the table name a library and its version.
  const [, tested = ""] = /<!-- tested -->([^]*?)<!-- end -->/.exec(read("../../docs/guide/any-bot.md")) ?? [];
  const libraries = new Set([...tested.matchAll(/^\| ([\w-]+) [\d.]+ \|/gm)].map(([, name]) => name));
  const { rows } = JSON.parse(read("../../docs/figures.json")) as { rows: { "size-edge": { botwire: number } } };
  return { methods: Object.keys(methods).length, types: Object.keys(objects).length, libraries: libraries.size, edgeBytes: rows["size-edge"].botwire };
}
