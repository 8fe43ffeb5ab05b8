// TypeScript's completions and hovers in the editor, asked for in the worker.
import type { Completion as Shown, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import type { EditorView, Tooltip } from "@codemirror/view";
import { ask, typescriptState } from "../typescript/client.ts";
import type { Completion, Documented } from "../typescript/messages.ts";

/** TypeScript's kinds as the editor's icons. */
const KINDS: Record<string, string> = {
  method: "method", property: "property", function: "function", "local function": "function", const: "constant", let: "variable",
  var: "variable", "local var": "variable", parameter: "variable", class: "class", interface: "interface", type: "type", alias: "variable",
  keyword: "keyword", enum: "enum", module: "namespace", string: "text",
};

/**
 * True if the list opens while the user types: in a name, after a dot, and at the start of a string. Anywhere else
 * Enter would insert a completion that nobody asked for.
 */
function isWanted(context: CompletionContext): boolean {
  const before = context.matchBefore(/(?:[A-Za-z_$][\w$]*|["'.])$/)?.text;
  if (before !== '"' && before !== "'") return before !== undefined;
  const { name, to } = syntaxTree(context.state).resolveInner(context.pos, -1);
  return name === "String" && context.pos < to;
}

/** Completions at the cursor. */
export async function completionSource(context: CompletionContext): Promise<CompletionResult | null> {
  if (typescriptState.value !== "ready") return null;
  if (!context.explicit && !isWanted(context)) return null;
  const source = context.state.doc.toString();
  const found = await ask((worker) => worker.complete(source, context.pos)).catch(() => undefined);
  if (!found || context.aborted) return null;
  const shown = (completion: Completion): Shown => ({
    label: completion.label,
    type: KINDS[completion.kind] ?? "variable",
    ...(completion.apply !== undefined && { apply: completion.apply }),
    // TypeScript's order: best matches first, globals last.
    boost: 20 - Number(completion.sort.slice(0, 2)) * 1.5 || 0,
    info: async () => {
      const details = await ask((worker) => worker.explain(source, context.pos, completion.label)).catch(() => undefined);
      return details ? drawn(details) : null;
    },
  });
  return { from: Math.min(found.span.from, context.pos), options: found.completions.map(shown), validFor: /^[\w$]*$/ };
}

/** Describes the name under the pointer. */
export async function hoverSource(view: EditorView, at: number): Promise<Tooltip | null> {
  if (typescriptState.value !== "ready") return null;
  const found = await ask((worker) => worker.hover(view.state.doc.toString(), at)).catch(() => undefined);
  if (!found) return null;
  return { pos: found.from, end: found.to, above: true, create: () => ({ dom: drawn(found) }) };
}

/** A declaration and its documentation. */
export function drawn({ declaration, documentation }: Documented): HTMLElement {
  const box = document.createElement("div");
  box.className = "tip";
  const code = box.appendChild(document.createElement("code"));
  code.textContent = declaration.length > 1200 ? `${declaration.slice(0, 1200)}…` : declaration;
  for (const part of documentation.split(/\n{2,}/).filter(Boolean)) {
    const line = box.appendChild(document.createElement("p"));
    // Backticks are all the markup that is drawn.
    part.split(/`([^`]+)`/).forEach((words, index) => {
      if (index % 2 === 0) return void line.append(words);
      line.appendChild(document.createElement("code")).textContent = words;
    });
  }
  return box;
}
