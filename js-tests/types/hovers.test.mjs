// What an editor shows at a name: an example at each method, error, store and type of options, which compiles.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import ts from "typescript-6";
import { methods } from "../support/spec.mjs";
import { root } from "../support/target.mjs";

const folder = fileURLToPath(new URL("../node_modules/botwire", import.meta.url));
const declarations = readdirSync(folder, { recursive: true }).map(String).filter((name) => name.endsWith(".d.ts") && !name.startsWith("node_modules"));

/** Name → the module that exports it, for each public entry. */
const EXPORTS = new Map();
for (const [, module, names] of readFileSync(join(root, "api/typescript.txt"), "utf8").matchAll(/^## (botwire(?:\/[\w/-]+)?): .*\n\n([\s\S]*?)(?=\n\n|$(?![\s\S]))/gm)) {
  for (const name of names.trim().split("\n")) if (!EXPORTS.has(name)) EXPORTS.set(name, module);
}

/** The public declarations that need an example: name, comment. */
function* shown() {
  for (const name of declarations) {
    const source = ts.createSourceFile(name, readFileSync(join(folder, name), "utf8"), ts.ScriptTarget.ES2022, true);
    for (const node of source.statements) {
      const of = node.name?.text ?? "";
      if (name === "methods.d.ts" && of === "Methods") for (const member of node.members) yield { name: member.name.text, comment: commentOf(member) };
      if (EXPORTS.has(of) && /(Error|Options)$|[a-z]Store$/.test(of) && !/^(to|is|plain|log)/.test(of) && !/^(Claim|Session)Store$/.test(of)) yield { name: of, comment: commentOf(node) };
    }
  }
}

const commentOf = (node) => ts.getJSDocCommentsAndTags(node).map((comment) => comment.getText()).join("\n");
const examplesIn = (comment) => [...comment.matchAll(/```ts\n([\s\S]*?)\n[ *]*```/g)].map(([, code]) => code.replace(/^ *\* ?/gm, "").replace(/\*\\\//g, "*/"));

/** The names that examples use without a declaration. */
const GIVEN = `export {};
declare global {
  const bot: import("botwire").Bot;
  const handler: import("botwire").UpdateHandler;
  const talk: import("botwire/conversations").Talk;
  const emulator: import("botwire/emulator").Emulator;
  const alice: import("botwire/emulator").EmulatorUser;
  const group: import("botwire/emulator").EmulatorChat;
  const invoice: import("botwire/emulator").SeenMessage;
  const scenario: Parameters<typeof import("botwire/emulator").playScenario>[1];
  const photo: Uint8Array<ArrayBuffer>;
  const page: import("botwire").CallbackData<{ index: "integer" }>;
  const chats: number[];
  const chat_id: number, baseUrl: string, token: string, path: string, file_id: string, text: string;
  const words: AsyncIterable<string>;
  const signal: AbortSignal;
  const client: Parameters<typeof import("botwire/stores/redis").redisStore>[0];
  interface Env { CLAIMS: Parameters<typeof import("botwire/stores/durable-object").durableObjectStore>[0]; UPDATES: Parameters<typeof import("botwire/stores/workers-kv").workersKvStore>[0] }
  const Deno: { openKv(): Promise<Parameters<typeof import("botwire/stores/deno-kv").denoKvStore>[0]> };
  const Pool: new (options: object) => Parameters<typeof import("botwire/stores/postgres").postgresStore>[0];
  const createClient: (options: object) => any;
  const DatabaseSync: typeof import("node:sqlite").DatabaseSync;
  const env: { CLAIMS: Parameters<typeof import("botwire/stores/durable-object").durableObjectStore>[0] };
  function forget(chat_id: number): Promise<void>;
}
`;

/** The example as a module that imports what it uses. */
function moduleOf(code) {
  const declared = new Set([...code.matchAll(/\b(?:const|let|function|import \{?) (\w+)/g)].map(([, name]) => name));
  const used = [...new Set(code.replace(/"[^"]*"/g, "").match(/(?<![.\w])[A-Za-z]\w*/g))].filter((name) => name !== "default" && EXPORTS.has(name) && !declared.has(name) && !new RegExp(`[{(,] ?${name}:`).test(code));
  const imports = used.map((name) => `import { ${name} } from "${EXPORTS.get(name)}";\n`).join("");
  return `${imports}${code}\nexport {};\n`;
}

test("each method, error, store and type of options has an example", () => {
  const all = [...shown()];
  assert.deepEqual(all.filter(({ comment }) => examplesIn(comment).length === 0).map(({ name }) => name), []);
  const names = new Set(all.map(({ name }) => name));
  for (const name of [...Object.keys(methods), "ApiError", "StoreError", "redisStore", "memoryStore", "BotOptions", "EmulatorOptions"]) assert.ok(names.has(name), name);
});

test("the examples compile", () => {
  const files = new Map([["given.d.ts", GIVEN]]);
  for (const { name, comment } of shown()) examplesIn(comment).forEach((code, index) => files.set(`${name}-${index}.ts`, moduleOf(code)));
  const place = (name) => fileURLToPath(new URL(`hovers/${name}`, import.meta.url));
  const texts = new Map([...files].map(([name, text]) => [place(name), text]));
  const options = { strict: true, noEmit: true, skipLibCheck: true, module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, lib: ["lib.es2024.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"], types: ["node"] };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (file) => texts.has(file) || fileExists(file);
  host.readFile = (file) => texts.get(file) ?? readFile(file);
  host.getSourceFile = (file, ...rest) => (texts.has(file) ? ts.createSourceFile(file, texts.get(file), ts.ScriptTarget.ES2022) : getSourceFile(file, ...rest));
  const program = ts.createProgram([...texts.keys()], options, host);
  const errors = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => `${file?.fileName.split("/").at(-1)}: ${ts.flattenDiagnosticMessageText(messageText, " ").slice(0, 300)}`);
  assert.deepEqual(errors, []);
  assert.ok(texts.size > Object.keys(methods).length + 50, `${texts.size} examples`);
});

test("no comment refers to a specification that readers do not have", () => {
  assert.deepEqual(declarations.filter((name) => /\bSpec: /.test(readFileSync(join(folder, name), "utf8"))), []);
  const sources = readdirSync(join(root, "src"), { recursive: true }).map(String).filter((name) => name.endsWith(".rs") && !name.startsWith(join("emulator", "tests")));
  assert.deepEqual(sources.filter((name) => /\/\/[/!].*\bSpec: /.test(readFileSync(join(root, "src", name), "utf8"))), []);
});
