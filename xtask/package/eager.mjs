// Makes V8 compile the functions of a first delivery together with the script, by putting them in parentheses. V8 parses other
// functions twice: with the script, and when they are called. This saves 0.8 of 6.9 ms in a new isolate (`bench start`), and costs 366
// bytes (gzip) of an upload.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ts = createRequire(new URL("../../js-tests/package.json", import.meta.url))("typescript-6");
const program = fileURLToPath(new URL("first-delivery.mjs", import.meta.url));

/** Rewrites the compiled files of a package. */
export function compileEagerly(folder) {
  const called = JSON.parse(execFileSync(process.execPath, [program, folder], { encoding: "utf8" }));
  for (const [file, ranges] of Object.entries(called)) {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    const edits = editsOf(file, text, new Set(ranges.map(String)));
    let made = text;
    for (const [start, end, replacement] of edits.sort((a, b) => b[0] - a[0])) made = made.slice(0, start) + replacement + made.slice(end);
    if (made !== text) writeFileSync(path, made);
  }
  // Fails if a function is now used before its line has run.
  execFileSync(process.execPath, [program, folder]);
}

/** Returns the edits of a file, each as start, end and replacement. */
function editsOf(file, text, called) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const edits = [];
  const visit = (node) => {
    ts.forEachChild(node, visit);
    if (ts.isClassDeclaration(node) && /^(updates|webhook)\//.test(file)) edits.push(...editsOfClass(node, called));
    const isExpression = ts.isArrowFunction(node) || ts.isFunctionExpression(node);
    const isOfTopLevel = ts.isFunctionDeclaration(node) && node.parent === source;
    if (!isExpression && !isOfTopLevel) return;
    const exported = (node.modifiers ?? []).filter(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    const start = exported.length > 0 ? exported.at(-1).end + 1 : node.getStart(source);
    if (!called.has(`${start},${node.end}`)) return;
    if (isExpression && !ts.isParenthesizedExpression(node.parent)) edits.push([start, start, "("], [node.end, node.end, ")"]);
    if (isOfTopLevel) {
      // A declaration in parentheses is an expression: `function name() {}` becomes `const name = (function () {});`.
      edits.push([start, start, `const ${node.name.text} = (`], [node.name.pos, node.name.end, ""], [node.end, node.end, ");"]);
    }
  };
  visit(source);
  return edits;
}

/**
 * Returns the edits of a class of which users get no object: `name() {}` becomes `static { this.prototype.name = (function () {}); }`. A
 * private method cannot become a property, so it loses its `#`.
 */
function editsOfClass(node, called) {
  const methods = node.members.filter((member) => ts.isMethodDeclaration(member) && called.has(`${member.getStart()},${member.end}`));
  const names = new Set(methods.map(({ name }) => name.text));
  const edits = methods.flatMap(({ name, modifiers, end }) => [
    [(modifiers?.[0] ?? name).getStart(), name.end, `static { this.prototype.${name.text.replace("#", "_")} = (${modifiers ? "async " : ""}function `],
    [end, end, "); }"],
  ]);
  const rename = (inner) => {
    ts.forEachChild(inner, rename);
    const isName = methods.some(({ name }) => name === inner);
    if (ts.isPrivateIdentifier(inner) && names.has(inner.text) && !isName) edits.push([inner.getStart(), inner.getStart() + 1, "_"]);
  };
  rename(node);
  return edits;
}
