// TypeScript made JavaScript by leaving the types out, so that every line and column stays where it is.
import { blankSourceFile } from "ts-blank-space";
import ts from "typescript";
import type { Code, Import } from "../run/code.ts";
import { GUARD, MADE } from "../run/guard.ts";

/**
 * The code of a source, with lines unchanged. Loops get a guard, so that an endless loop does not block the page;
 * parameters of calls report where they are created, so that a failed check can be located.
 *
 * @throws Error if the source contains other TypeScript syntax, such as an enum.
 */
export function strip(name: string, source: string): Code {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TS);
  const refused: ts.Node[] = [];
  const text = guarded(blankSourceFile(file, (node) => refused.push(node)), file);
  if (refused.length > 0) return { imports: [] };
  const imports = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName, pos, end }): Import => {
    // Some versions count the quotes in.
    const quoted = /^["'`]/.test(text.slice(pos, end)) ? 1 : 0;
    return { specifier: fileName, from: pos + quoted, to: pos + quoted + fileName.length };
  });
  return { text, imports: imports.sort((a, b) => a.from - b.from) };
}

/** Puts a call into each loop, and one around each object that may be the parameters of a call. */
function guarded(text: string, file: ts.SourceFile): string {
  const inserts: [at: number, what: string][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIterationStatement(node, false)) {
      const { statement } = node;
      const call = `${GUARD}();`;
      if (ts.isBlock(statement)) inserts.push([statement.getStart(file) + 1, call]);
      else inserts.push([statement.getStart(file), `{${call}`], [statement.end, "}"]);
    }
    if (ts.isObjectLiteralExpression(node) && isParameters(node)) {
      inserts.push([node.getStart(file), `${MADE}(${node.getStart(file)},`], [node.end, ")"]);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  inserts.sort(([a], [b]) => b - a);
  let result = text;
  for (const [at, what] of inserts) result = result.slice(0, at) + what + result.slice(at);
  return result;
}

/** An inline call, or the only or second argument of a call. */
function isParameters(node: ts.ObjectLiteralExpression): boolean {
  if (node.properties.some(({ name }) => name !== undefined && "text" in name && name.text === "method")) return true;
  return ts.isCallExpression(node.parent) && node.parent.arguments.includes(node);
}
