// Measures the bytes that a user of the package uploads or loads, and fails if they exceed the budget.
// node measure.mjs <folder with node_modules/botwire> <file for the figures> <file for the parts of the upload>

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { failAbove, grownSince } from "./budget.mjs";
import { figures } from "./figures.mjs";
import { modules, sections } from "./parts.mjs";

const [folder, output, partsOutput] = process.argv.slice(2);
const here = new URL(".", import.meta.url);
const { build } = createRequire(new URL("../../js-tests/package.json", here))("esbuild");

/** Bundles a program with the conditions of a tool, and the wasm as a separate file. */
async function bundled(program, conditions) {
  const result = await build({
    stdin: { contents: readFileSync(new URL(program, here), "utf8"), resolveDir: folder, sourcefile: program },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    target: "es2022",
    conditions,
    loader: { ".wasm": "copy" },
    outdir: join(folder, "edge"),
    logLevel: "error",
  });
  return { files: result.outputFiles.map((file) => file.contents), metafile: result.metafile };
}

const inPackage = (name) => readFileSync(join(folder, "node_modules/botwire", name));
// wrangler bundles like this for Workers, and webpack for pages. Both keep the wasm as a file.
const { files: upload, metafile } = await bundled("edge-worker.mjs", ["workerd", "worker", "browser"]);
const { files: page } = await bundled("page.mjs", ["browser", "webpack", "module"]);
const isWasm = (bytes) => bytes[0] === 0 && bytes[1] === 0x61;
const sizes = {
  "edge upload": figures(upload),
  "of it JavaScript": figures(upload.filter((bytes) => !isWasm(bytes))),
  "of it wasm": figures(upload.filter(isWasm)),
  "page with one call": figures([...page, inPackage("botwire.wasm")]),
  "emulator wasm": figures([inPackage("emulator/emulator.wasm")]),
};
writeFileSync(output, JSON.stringify(sizes, null, 2));
const parts = [...upload.filter(isWasm).flatMap(sections), ...modules(metafile)];
writeFileSync(partsOutput, JSON.stringify(parts, null, 2));

const grown = grownSince(JSON.parse(readFileSync(new URL("parts.json", here), "utf8")), parts);
failAbove(sizes, "edge upload", grown);
failAbove(sizes, "page with one call", grown);
failAbove(sizes, "emulator wasm");
