// Completes the compiled package with files made from its own: the inlined wasm, and CommonJS for Node.
// node finish.mjs <folder of the package>

import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { pathToFileURL } from "node:url";

import { bundleModule, targets, writeCommonJs } from "./common-js.mjs";
import { compileEagerly } from "./eager.mjs";

const folder = process.argv[2];
const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

for (const file of ["botwire.wasm", "emulator/emulator.wasm"]) {
  const base64 = readFileSync(join(folder, file)).toString("base64");
  writeFileSync(join(folder, `${file}.base64.js`), `export default "${base64}";\n`);
}
// Usually a WebAssembly.Module, but that depends on the tools, and the type exists only with the library "DOM".
writeFileSync(join(folder, "botwire.wasm.d.ts"), "/** What the runtime or the bundler makes of a wasm file. */\ndeclare const wasm: any;\nexport default wasm;\n");

// The same type in a declaration file, which TypeScript before 5.0 supports.
const index = join(folder, "index.d.ts");
writeFileSync(index, readFileSync(index, "utf8").replace("export type * from", "export * from"));

const { SCENARIO_SCHEMA } = await import(pathToFileURL(join(folder, "emulator/scenario/schema.js")));
writeFileSync(join(folder, "scenario.schema.json"), `${JSON.stringify(SCENARIO_SCHEMA, null, 2)}\n`);

compileEagerly(folder);

const named = targets(manifest.exports);
writeCommonJs(folder, manifest.exports);
bundleModule(folder, "entries/node.js");
// Only the CommonJS build needs this source.
rmSync(join(folder, "emulator/entries/node.js"));
const declared = reachable(named.filter((file) => file.endsWith(".d.ts") && !file.startsWith("./cjs/")));
for (const file of readdirSync(folder, { recursive: true })) {
  // A declaration that cannot be imported would only clutter search results.
  if (file.endsWith(".d.ts") && !declared.has(slashes(file))) rmSync(join(folder, file));
}
for (const file of reachable(named.filter((file) => file.startsWith("./cjs/")).map((file) => file.slice(6)))) {
  // A copy in a folder that declares CommonJS: TypeScript determines the kind of a module from there.
  mkdirSync(dirname(join(folder, "cjs", file)), { recursive: true });
  copyFileSync(join(folder, file), join(folder, "cjs", file));
}
writeFileSync(join(folder, "cjs/package.json"), '{ "type": "commonjs" }\n');

/** Returns these declaration files and all their imports, as paths in the package. */
function reachable(files) {
  const found = new Set(files.map((file) => posix.normalize(file)));
  for (const file of found) {
    for (const [, imported] of readFileSync(join(folder, file), "utf8").matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)\.js"/g)) {
      found.add(posix.join(posix.dirname(file), `${imported}.d.ts`));
    }
  }
  return found;
}

function slashes(file) {
  return file.replaceAll("\\", "/");
}
