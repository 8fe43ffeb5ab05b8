// TypeScript made JavaScript by leaving the types out, so that every line and column stays where it is.
import { blankSourceFile } from "ts-blank-space";
import ts from "typescript";
import type { Code, Import } from "../run/code.ts";
import { GUARD } from "../run/guard.ts";

/**
 * The code of a source. Loops get a guard, so that one that never ends does not take the page with it. Nothing but
 * lines with loops changes its columns.
 *
 * @throws Error if there is syntax that is no type and no JavaScript, such as an enum.
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

/** Puts a call into each loop. The stripped text has the positions of the source. */
function guarded(text: string, file: ts.SourceFile): string {
  const inserts: [at: number, what: string][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIterationStatement(node, false)) {
      const { statement } = node;
      const call = `${GUARD}();`;
      if (ts.isBlock(statement)) inserts.push([statement.getStart(file) + 1, call]);
      else inserts.push([statement.getStart(file), `{${call}`], [statement.end, "}"]);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  inserts.sort(([a], [b]) => b - a);
  let result = text;
  for (const [at, what] of inserts) result = result.slice(0, at) + what + result.slice(at);
  return result;
}
