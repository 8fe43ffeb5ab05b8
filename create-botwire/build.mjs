// `node build.mjs <folder>` builds the package as it is published, with templates made from examples/.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "..");
const require = createRequire(join(root, "js-tests/package.json"));
const [{ default: ts }, { blankSourceFile }, { default: prettier }] = await Promise.all(
  ["typescript-6", "ts-blank-space", "prettier"].map((name) => import(pathToFileURL(require.resolve(name)))),
);

/** The example of each template, by its store. */
const EXAMPLES = {
  node: { memory: "node-polling", redis: "node-redis", postgres: "node-postgres" },
  worker: { "durable-object": "worker" },
  hono: { "workers-kv": "hono" },
  deno: { "deno-kv": "deno" },
  bun: { memory: "bun" },
  vercel: { redis: "vercel" },
  lambda: { postgres: "lambda" },
  "rust-worker": { "durable-object": "worker-rust" },
  "rust-axum": { memory: "axum-bot" },
};
/** Files of an example that templates do not contain. */
const LEFT_OUT = /^(node_modules|dist|target|build|\.wrangler|package-lock\.json|Cargo\.lock|\.env|\.dev\.vars)(\/|$)/;

function filesOf(example) {
  const folder = join(root, "examples", example);
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1).replaceAll("\\", "/"));
  return Object.fromEntries(paths.filter((path) => !LEFT_OUT.test(path)).sort().map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

/** Returns the manifest of a project, without the fields of an example. */
function manifest(text, language) {
  const { license, ...rest } = JSON.parse(text);
  if (language === "js") {
    delete rest.scripts.check;
    if (rest.engines) rest.engines = { node: ">=20" };
    const isOfTypes = (name) => name === "typescript" || name.startsWith("@types/") || name.endsWith("-types");
    rest.devDependencies = Object.fromEntries(Object.entries(rest.devDependencies).filter(([name]) => !isOfTypes(name)));
    if (Object.keys(rest.devDependencies).length === 0) delete rest.devDependencies;
  }
  return `${JSON.stringify(rest, null, 2)}\n`;
}

/** Converts TypeScript to JavaScript as a person would write it, without type declarations and their comments. */
async function javaScript(text) {
  const source = ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true);
  const isOfTypes = (statement) => ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement) || statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword);
  const isTypeImport = (statement) => ts.isImportDeclaration(statement) && statement.importClause?.isTypeOnly;
  let rest = text;
  for (const statement of [...source.statements].reverse()) {
    // The comment before an import belongs to the file.
    if (isTypeImport(statement)) rest = rest.slice(0, statement.getStart()) + rest.slice(statement.end + 1);
    else if (isOfTypes(statement)) rest = rest.slice(0, statement.getFullStart()) + rest.slice(statement.end);
  }
  const blank = blankSourceFile(ts.createSourceFile("a.ts", rest, ts.ScriptTarget.Latest, true), (node) => {
    throw new Error(`not only types: ${node.getText()}`);
  });
  return prettier.format(blank, { parser: "babel", printWidth: 130, objectWrap: "preserve" });
}

async function inJavaScript(files) {
  const renamed = Object.keys(files).filter((path) => extname(path) === ".ts").map((path) => path.split("/").at(-1));
  const withNames = (text) => renamed.reduce((all, name) => all.replaceAll(name, name.replace(/\.ts$/, ".js")), text);
  const result = {};
  for (const [path, text] of Object.entries(files)) {
    if (path === "tsconfig.json") continue;
    result[path.replace(/\.ts$/, ".js")] = withNames(extname(path) === ".ts" ? await javaScript(text) : text);
  }
  result["README.md"] = result["README.md"].replace("Node 22.18 or newer", "Node 20 or newer");
  return result;
}

/** The templates, `{ "template/store/language": { name, files } }`. */
async function templates() {
  const all = {};
  for (const [template, stores] of Object.entries(EXAMPLES)) {
    for (const [store, example] of Object.entries(stores)) {
      const files = filesOf(example);
      const { name } = JSON.parse(files["package.json"] ?? JSON.stringify({ name: `botwire-example-${example}` }));
      const add = (language, files) => {
        const text = files["package.json"];
        all[[template, store, language].join("/")] = { name, files: text === undefined ? files : { ...files, "package.json": manifest(text, language) } };
      };
      if (template.startsWith("rust-")) {
        add("rust", files);
        continue;
      }
      add("ts", files);
      add("js", await inJavaScript(files));
    }
  }
  return all;
}

const [, , folder = join(root, "target/create-botwire")] = process.argv;
const made = await templates();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const name of ["package.json", "README.md", "bin.cjs", "src"]) cpSync(join(here, name), join(folder, name), { recursive: true });
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) cpSync(join(root, name), join(folder, name));
writeFileSync(join(folder, "templates.json"), JSON.stringify(made));
