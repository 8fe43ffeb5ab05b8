// Prints the TypeScript surface of the package, to review its changes: the exported names of each entry,
// then each declaration file that the entries reach, without comments.
// node typings.mjs <folder of the package>
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, posix } from "node:path";
import { pathToFileURL } from "node:url";

const [, , folder] = process.argv;
const require = createRequire(new URL("../../js-tests/package.json", import.meta.url));
const { default: ts } = await import(pathToFileURL(require.resolve("typescript-6")).href);

const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const entries = Object.entries(exports)
  .filter(([, target]) => target.types)
  .map(([name, target]) => [posix.join("botwire", name), posix.normalize(target.types.default)]);
const options = { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, lib: ["lib.es2022.d.ts", "lib.dom.d.ts"], types: [], noEmit: true };
const program = ts.createProgram(entries.map(([, path]) => join(folder, path)), options);
const checker = program.getTypeChecker();

const sections = entries.map(([name, path]) => {
  const module = checker.getSymbolAtLocation(program.getSourceFile(join(folder, path)));
  const names = module ? checker.getExportsOfModule(module).map((symbol) => symbol.name).sort() : [];
  return `## ${name}: ${path}\n\n${names.map((line) => `${line}\n`).join("")}`;
});
const printer = ts.createPrinter({ removeComments: true });
const isOurs = ({ fileName }) => !posix.relative(slashes(folder), slashes(fileName)).startsWith("..");
const files = program
  .getSourceFiles()
  .filter(isOurs)
  .map((source) => [posix.relative(slashes(folder), slashes(source.fileName)), printer.printFile(source).trim()])
  .sort(([a], [b]) => (a < b ? -1 : 1));
if (files.length === 0 || sections.some((section) => section.endsWith("\n\n"))) throw new Error("an entry exports nothing");
const bodies = files.map(([path, text]) => `## ${path}\n\n${text}\n`);
process.stdout.write(`# The public surface for TypeScript: \`cargo xtask api\` writes it\n\n${[...sections, ...bodies].join("\n")}`);

function slashes(path) {
  return path.replaceAll("\\", "/");
}
