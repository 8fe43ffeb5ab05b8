// Removes the code of panics from a wasm file: nobody can read the message, and a panic traps anyway.
// node panics.mjs <wasm with names> <wasm without>
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const packages = createRequire(new URL("../../js-tests/package.json", import.meta.url));
const { default: binaryen } = await import(pathToFileURL(packages.resolve("binaryen")).href);

/** The texts of that code, which are data: file names of the standard library, and messages of panics. */
const TEXTS = /\/rustc\/\w{40}\/[\w/]+\.rs|index out of bounds: the len is | but the index is |mid > len|capacity overflow/g;

/** Functions that format and report a panic or a failed allocation. They never return. */
const MACHINERY = /panicking|panic_fmt|panic_access_error|raw_vec::handle_error|handle_alloc_error|alloc_error_hook|rust_panic/;

const module = binaryen.readBinary(readFileSync(process.argv[2]));
const functions = Array.from({ length: module.getNumFunctions() }, (_, index) =>
  binaryen.getFunctionInfo(module.getFunctionByIndex(index)),
);
const cut = functions.filter(({ name }) => MACHINERY.test(name));
if (cut.length === 0) throw new Error("no function of that name: has the file no names, or the compiler others?");
for (const { name, params, results } of cut) {
  module.removeFunction(name);
  module.addFunction(name, params, results, [], module.unreachable());
}
// Otherwise, wasm-bindgen would write glue for all features of the compiler, even for unused ones.
module.runPasses(["strip-target-features"]);
// Treats each byte as a character. Zeros cost nothing in the compressed file.
const binary = Buffer.from(module.emitBinary()).toString("latin1");
writeFileSync(process.argv[3], binary.replace(TEXTS, (text) => "\0".repeat(text.length)), "latin1");
