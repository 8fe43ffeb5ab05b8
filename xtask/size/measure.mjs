// Measures the bytes that a user of the package uploads or loads, and fails if they exceed the budget.
// node measure.mjs <folder with node_modules/botwire> <file for the figures> <file for their parts>

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { failAbove, grownSince } from "./budget.mjs";
import { figures } from "./figures.mjs";
import { modules, sections } from "./parts.mjs";

const [folder, output, partsOutput] = process.argv.slice(2);
const here = new URL(".", import.meta.url);
const { build } = createRequire(new URL("../../js-tests/package.json", here))("esbuild");

/** The entries of the package that a worker adds to the main one. */
const ADDED = [
  "conversations", "adapters/node", "adapters/lambda", "check", "stores/memory", "stores/durable-object", "stores/workers-kv", "stores/deno-kv", "stores/redis",
  "stores/postgres", "stores/sqlite",
];

/** Exports of the main entry that not every worker uses. */
const OPTIONAL = { gather: ["gather", "gathered"] };

/** The conditions with which wrangler bundles for Workers. */
const WORKERS = ["workerd", "worker", "browser"];

/** Bundles a program with the conditions of a tool, and the wasm as a separate file. `change` gets and returns its text. */
async function bundled(program, conditions, change = (text) => text) {
  const result = await build({
    stdin: { contents: change(readFileSync(new URL(program, here), "utf8")), resolveDir: folder, sourcefile: program },
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
const wasm = inPackage("botwire.wasm");
const emulator = inPackage("emulator/emulator.wasm");
// Webpack bundles like this for pages. Both keep the wasm as a file.
const upload = await bundled("edge-worker.mjs", WORKERS);
const page = await bundled("page.mjs", ["browser", "webpack", "module"]);
/** Returns what more code adds to the upload, as far as it does not contain it anyway. */
async function addedBy(more, part = (files) => files) {
  const { files } = await bundled("edge-worker.mjs", WORKERS, (text) => text + more);
  const [before, after] = [figures(part(upload.files)), figures(part(files))];
  return Object.fromEntries(Object.keys(after).map((unit) => [unit, after[unit] - before[unit]]));
}
const scriptsOf = (files) => files.filter((bytes) => bytes[0] !== 0 || bytes[1] !== 0x61);
const entry = (name) => `\nimport * as added from "botwire/${name}";\nexport { added };\n`;
// The same worker with this entry. Its program brings the wasm.
const init = await bundled("edge-worker.mjs", WORKERS, (text) => text.replace('"botwire"', '"botwire/init"'));
const sizes = {
  "edge upload": figures(upload.files),
  "of it JavaScript": figures(scriptsOf(upload.files)),
  "of it wasm": figures([wasm]),
  "page with one call": figures([...page.files, wasm]),
  "emulator wasm": figures([emulator]),
  "botwire/init": figures(init.files),
  "botwire/emulator": await addedBy(entry("emulator"), scriptsOf),
  ...Object.fromEntries(await Promise.all(ADDED.map(async (name) => [`botwire/${name}`, await addedBy(entry(name))]))),
  ...Object.fromEntries(await Promise.all(Object.entries(OPTIONAL).map(async ([name, names]) => [name, await addedBy(`\nexport { ${names.join(", ")} } from "botwire";\n`)]))),
};
const parts = {
  "edge upload": [...sections(wasm), ...modules(upload.metafile)],
  "page with one call": [...sections(wasm), ...modules(page.metafile)],
  "emulator wasm": sections(emulator),
};
writeFileSync(output, JSON.stringify(sizes, null, 2));
writeFileSync(partsOutput, JSON.stringify(parts, null, 2));

const recorded = JSON.parse(readFileSync(new URL("parts.json", here), "utf8"));
for (const [what, now] of Object.entries(parts)) failAbove(sizes, what, { why: grownSince(recorded[what] ?? [], now) });
for (const name of ["botwire/init", "botwire/emulator", ...ADDED.map((name) => `botwire/${name}`), ...Object.keys(OPTIONAL)]) failAbove(sizes, name, { room: 0 });
