// TypeScript says of a handler with several returns only that it does not fit: finds the return that does not, and why.
import ts from "typescript";

/** A diagnostic with a more specific place. */
export interface Narrowed {
  readonly node: ts.Node;
  readonly message: string;
}

/** Not assignable: as an argument, as a value. */
const CODES = [2345, 2322];

/** The values that cause a diagnostic about a function; empty if they are not found. */
export function narrow(checker: ts.TypeChecker, tree: ts.SourceFile, { code, start = 0, length = 0 }: ts.Diagnostic): Narrowed[] {
  if (!CODES.includes(code)) return [];
  const found = functionIn(tree, start, start + length);
  if (!found) return [];
  return returned(found).flatMap((value) => {
    const wanted = checker.getContextualType(value);
    if (!wanted || checker.isTypeAssignableTo(checker.getTypeAtLocation(value), wanted)) return [];
    return fault(checker, value, wanted) ?? [];
  });
}

/** The function that a diagnostic is about: its text, or the property that it is the value of. */
function functionIn(tree: ts.SourceFile, from: number, to: number): ts.FunctionLikeDeclaration | undefined {
  let found: ts.FunctionLikeDeclaration | undefined;
  const visit = (node: ts.Node): void => {
    if (node.end < from || node.getStart(tree) > to) return;
    const value = ts.isPropertyAssignment(node) && node.name.getStart(tree) === from ? node.initializer : node;
    const isIt = value !== node || node.getStart(tree) === from;
    if (isIt && (ts.isArrowFunction(value) || ts.isFunctionExpression(value) || ts.isMethodDeclaration(value))) found ??= value;
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** The values that a function returns, without those of nested functions. */
function returned({ body }: ts.FunctionLikeDeclaration): ts.Expression[] {
  if (!body) return [];
  if (!ts.isBlock(body)) return [body];
  const values: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isReturnStatement(node) && node.expression) values.push(node.expression);
    ts.forEachChild(node, visit);
  };
  visit(body);
  return values;
}

/** Finds the innermost part of a value that is not assignable. */
function fault(checker: ts.TypeChecker, value: ts.Expression, wanted: ts.Type): Narrowed | undefined {
  const inner = ts.isParenthesizedExpression(value) ? value.expression : value;
  if (ts.isConditionalExpression(inner)) return fault(checker, inner.whenTrue, wanted) ?? fault(checker, inner.whenFalse, wanted);
  if (checker.isTypeAssignableTo(checker.getTypeAtLocation(inner), wanted)) return undefined;
  const whole: Narrowed = { node: inner, message: `Type '${checker.typeToString(checker.getTypeAtLocation(inner))}' is not assignable to type '${checker.typeToString(wanted)}'.` };
  if (!ts.isObjectLiteralExpression(inner)) return whole;
  const type = memberFor(checker, inner, wanted);
  if (!type) {
    const method = inner.properties.find(({ name }) => name !== undefined && "text" in name && name.text === "method");
    return method ? { node: method, message: `There is no method ${method.getText().replace(/^method:\s*/, "")}.` } : whole;
  }
  for (const property of inner.properties) {
    if (!property.name || !("text" in property.name)) continue;
    const symbol = type.getProperty(property.name.text);
    if (!symbol) return { node: property.name, message: `'${property.name.text}' is not known here.` };
    const initializer = ts.isPropertyAssignment(property) ? property.initializer : ts.isShorthandPropertyAssignment(property) ? property.name : undefined;
    const narrowed = initializer && fault(checker, initializer, checker.getTypeOfSymbolAtLocation(symbol, inner));
    if (narrowed) return narrowed;
  }
  const missing = type.getProperties().filter(({ flags, name }) => !(flags & ts.SymbolFlags.Optional) && !inner.properties.some((member) => member.name?.getText() === name));
  const method = inner.properties.find((member) => member.name?.getText() === "method");
  return missing.length > 0 ? { node: method ?? inner, message: `Missing: ${missing.map(({ name }) => name).join(", ")}.` } : whole;
}

/** Returns the member of a union that matches the literal's `method` or `type`. */
function memberFor(checker: ts.TypeChecker, literal: ts.ObjectLiteralExpression, wanted: ts.Type): ts.Type | undefined {
  const members = (wanted.isUnion() ? wanted.types : [wanted]).filter((member) => member.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection));
  if (members.length < 2) return members[0];
  for (const property of literal.properties) {
    if (!ts.isPropertyAssignment(property) || !["method", "type"].includes(property.name.getText()) || !ts.isStringLiteralLike(property.initializer)) continue;
    const { text } = property.initializer;
    return members.find((member) => {
      const symbol = member.getProperty(property.name.getText());
      const type = symbol && checker.getTypeOfSymbolAtLocation(symbol, literal);
      return type !== undefined && (type.isUnion() ? type.types : [type]).some((one) => one.isStringLiteral() && one.value === text);
    });
  }
  return undefined;
}
