// Finds the value in the source that a check of the package refused, by method and path.
import ts from "typescript";
import type { Fault, Span } from "./messages.ts";

/** A call of a method in the source: its parameters, and how sure it is. */
interface Candidate {
  readonly parameters: ts.Node;
  readonly onLine: boolean;
}

/** Returns the place of a fault, as deep in its path as the source spells out; undefined if the method is not found. */
export function locate(tree: ts.SourceFile, { method, path, line, places }: Fault): Span | undefined {
  const steps = [...path.matchAll(/[^.[\]]+/g)].map(([step]) => step);
  let best: { node: ts.Node; rank: number } | undefined;
  for (const { parameters, onLine } of candidates(tree, method, line)) {
    const { node, depth, rest } = follow(parameters, steps);
    // The parameters made last are those that were sent; otherwise the candidate that spells out most of the path is meant.
    const made = places.indexOf(parameters.getStart(tree));
    const rank = depth * 2 + (onLine ? 100 : 0) + (rest === 0 ? 1 : 0) + (made + 1) * 1000;
    if (!best || rank > best.rank) best = { node, rank };
  }
  const node = best && (best.node.end - best.node.getStart(tree) > 200 ? nameOf(best.node) : best.node);
  return node && { from: node.getStart(tree), to: node.end };
}

/** The few words that represent parameters as a whole: their method. */
function nameOf(node: ts.Node): ts.Node {
  if (ts.isObjectLiteralExpression(node)) {
    const method = member(node, "method");
    if (method) return method;
    if (ts.isCallExpression(node.parent)) return node.parent.expression;
  }
  return node;
}

function candidates(tree: ts.SourceFile, method: string, line: number | undefined): Candidate[] {
  const found: Candidate[] = [];
  const lineOf = (at: number): number => tree.getLineAndCharacterOfPosition(at).line + 1;
  const covers = (node: ts.Node): boolean => line !== undefined && lineOf(node.getStart(tree)) <= line && line <= lineOf(node.end);
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node) && textOf(member(node, "method"))?.toLowerCase() === method.toLowerCase()) {
      found.push({ parameters: node, onLine: covers(node) });
    }
    if (ts.isCallExpression(node)) {
      const name = ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : node.expression.getText(tree);
      const [first, second] = node.arguments;
      const isCall = name === "call" && first && textOf(first)?.toLowerCase() === method.toLowerCase();
      const isAnswer = name === "answer" && method.startsWith("answer");
      const parameters = isCall ? second : name === method || isAnswer ? first : undefined;
      if (parameters) found.push({ parameters, onLine: covers(node) });
      else if (name === method) found.push({ parameters: node, onLine: covers(node) });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Follows the path through object and array literals, and through constants with such values. */
function follow(start: ts.Node, steps: readonly string[]): { node: ts.Node; depth: number; rest: number } {
  let node = start;
  let depth = 0;
  for (const step of steps) {
    const value = literal(node);
    const next = value && (ts.isArrayLiteralExpression(value) ? value.elements[Number(step)] : ts.isObjectLiteralExpression(value) ? member(value, step) : undefined);
    if (!next) break;
    node = next;
    depth += 1;
  }
  return { node, depth, rest: steps.length - depth };
}

/** A literal, or the literal value of a constant. */
function literal(node: ts.Node): ts.Node | undefined {
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)) return literal(node.expression);
  if (!ts.isIdentifier(node)) return node;
  let declared: ts.Node | undefined;
  const visit = (inner: ts.Node): void => {
    if (ts.isVariableDeclaration(inner) && ts.isIdentifier(inner.name) && inner.name.text === node.text) declared ??= inner.initializer;
    ts.forEachChild(inner, visit);
  };
  visit(node.getSourceFile());
  return declared && !ts.isIdentifier(declared) ? literal(declared) : undefined;
}

function member(object: ts.ObjectLiteralExpression, name: string): ts.Node | undefined {
  for (const property of object.properties) {
    if (!property.name || !("text" in property.name) || property.name.text !== name) continue;
    if (ts.isPropertyAssignment(property)) return property.initializer;
    if (ts.isShorthandPropertyAssignment(property)) return property.name;
  }
  return undefined;
}

function textOf(node: ts.Node | undefined): string | undefined {
  const value = node && (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) ? node.expression : node;
  return value && ts.isStringLiteralLike(value) ? value.text : undefined;
}
