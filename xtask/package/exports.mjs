// Removes the exports for wasm-bindgen's glue from a wasm file without glue: names with two underscores.
// node exports.mjs <wasm>
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const packages = createRequire(new URL("../../js-tests/package.json", import.meta.url));
const { default: binaryen } = await import(pathToFileURL(packages.resolve("binaryen")).href);

const [, , file] = process.argv;
const module = binaryen.readBinary(readFileSync(file));
const names = Array.from({ length: module.getNumExports() }, (_, index) => binaryen.getExportInfo(module.getExportByIndex(index)).name);
for (const name of names.filter((name) => name.startsWith("__"))) module.removeExport(name);
writeFileSync(file, module.emitBinary());
