// TypeScript's language service over one source in memory, together with the typings of the package.
import { createSystem, createVirtualTypeScriptEnvironment, type VirtualTypeScriptEnvironment } from "@typescript/vfs";
import ts from "typescript";
import type { Completion, Diagnostic, Documented, Signature, Span } from "./messages.ts";
import { narrow } from "./narrow.ts";

/** The file that is edited. */
export const FILE = "/bot/bot.ts";

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ["lib.es2023.d.ts", "lib.webworker.d.ts"],
  types: [],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  // Types are stripped, not compiled: other TypeScript syntax, such as enums, is refused.
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
};

/** An empty file would count as missing. */
const EMPTY = "\n";

/** The language service for one source. */
export class Language {
  readonly #environment: VirtualTypeScriptEnvironment;
  readonly #service: ts.LanguageService;
  #source = "";

  /** @param files Typings by path: `/lib.es5.d.ts`, `/node_modules/botwire/index.d.ts`, `/bot/options.d.ts`. */
  constructor(files: ReadonlyMap<string, string>) {
    const system = createSystem(new Map(files).set(FILE, EMPTY));
    this.#environment = createVirtualTypeScriptEnvironment(system, [FILE], ts, OPTIONS);
    this.#service = this.#environment.languageService;
  }

  /** Sets the source. */
  set(source: string): void {
    if (source === this.#source) return;
    this.#source = source;
    this.#environment.updateFile(FILE, source || EMPTY);
  }

  /** The tree of the source. */
  get tree(): ts.SourceFile {
    const tree = this.#environment.getSourceFile(FILE);
    if (!tree) throw new Error("the source is not in the program");
    return tree;
  }

  /** Syntax errors. */
  syntax(): Diagnostic[] {
    return this.#service.getSyntacticDiagnostics(FILE).map((found) => this.#diagnostic(found));
  }

  /** All errors, and unused or deprecated names. */
  diagnostics(): Diagnostic[] {
    const syntax = this.#service.getSyntacticDiagnostics(FILE);
    const semantic = this.#service.getSemanticDiagnostics(FILE);
    const unused = this.#service.getSuggestionDiagnostics(FILE).filter(({ reportsUnnecessary, reportsDeprecated }) => reportsUnnecessary || reportsDeprecated);
    return [...syntax.map((found) => this.#diagnostic(found)), ...semantic.flatMap((found) => this.#narrowed(found)), ...unused.map((found) => this.#diagnostic(found))];
  }

  /** A diagnostic at the values that it is about. */
  #narrowed(diagnostic: ts.Diagnostic): Diagnostic[] {
    const checker = this.#service.getProgram()?.getTypeChecker();
    const whole = this.#diagnostic(diagnostic);
    const narrowed = checker ? narrow(checker, this.tree, diagnostic) : [];
    if (narrowed.length === 0) return [whole];
    return narrowed.map(({ node, message }) => {
      const from = node.getStart(this.tree);
      return { from, to: node.end, severity: "error", message, line: this.#lineOf(from) };
    });
  }

  #lineOf(at: number): number {
    return this.#source.slice(0, at).split("\n").length;
  }

  #diagnostic({ start = 0, length = 0, category, messageText }: ts.Diagnostic): Diagnostic {
    const severity = category === ts.DiagnosticCategory.Error ? "error" : category === ts.DiagnosticCategory.Warning ? "warning" : "info";
    const message = ts.flattenDiagnosticMessageText(messageText, "\n");
    return { from: start, to: start + length, severity, message, line: this.#lineOf(start) };
  }

  /** Ways to go on at a place. */
  completions(at: number): { span: Span; completions: Completion[] } | undefined {
    const found = this.#service.getCompletionsAtPosition(FILE, at, {
      includeCompletionsWithInsertText: true,
      includeCompletionsForModuleExports: false,
    });
    if (!found || found.entries.length === 0) return undefined;
    const { start, length } = found.optionalReplacementSpan ?? wordAt(this.#source, at);
    const completions = found.entries.map(({ name, kind, insertText, sortText }): Completion => ({
      label: name, kind, sort: sortText, ...(insertText === undefined ? {} : { apply: insertText }),
    }));
    return { span: { from: start, to: start + length }, completions };
  }

  /** Describes a completion. */
  explain(at: number, label: string): Documented | undefined {
    const details = this.#service.getCompletionEntryDetails(FILE, at, label, undefined, undefined, undefined, undefined);
    return details && { declaration: text(details.displayParts), documentation: documented(details.documentation, details.tags) };
  }

  /** Describes the name at a position. */
  hover(at: number): (Documented & Span) | undefined {
    const info = this.#service.getQuickInfoAtPosition(FILE, at);
    if (!info) return undefined;
    const { start, length } = info.textSpan;
    return { declaration: text(info.displayParts), documentation: documented(info.documentation, info.tags), from: start, to: start + length };
  }

  /** The parameters of the call around a place. */
  signature(at: number): Signature | undefined {
    const help = this.#service.getSignatureHelpItems(FILE, at, undefined);
    const item = help?.items[help.selectedItemIndex];
    if (!help || !item) return undefined;
    let declaration = text(item.prefixDisplayParts);
    let current: Span | undefined;
    const parameters = item.parameters.map((parameter, index) => {
      if (index > 0) declaration += text(item.separatorDisplayParts);
      const from = declaration.length;
      declaration += text(parameter.displayParts);
      if (index === help.argumentIndex) current = { from, to: declaration.length };
      return parameter;
    });
    declaration += text(item.suffixDisplayParts);
    const documentation = documented(parameters[help.argumentIndex]?.documentation, undefined) || documented(item.documentation, undefined);
    return { declaration, documentation, current };
  }
}

function wordAt(source: string, at: number): ts.TextSpan {
  const before = /[\w$]*$/.exec(source.slice(0, at))?.[0].length ?? 0;
  return { start: at - before, length: before };
}

const text = (parts: readonly ts.SymbolDisplayPart[] | undefined): string => ts.displayPartsToString(parts as ts.SymbolDisplayPart[]);

/** The documentation, with the tags that say limits and defaults. */
function documented(parts: readonly ts.SymbolDisplayPart[] | undefined, tags: readonly ts.JSDocTagInfo[] | undefined): string {
  const shown = (tags ?? []).filter(({ name }) => ["remarks", "defaultValue", "throws"].includes(name));
  const lines = shown.map((tag) => `${{ remarks: "", defaultValue: "Default: ", throws: "Throws " }[tag.name] ?? ""}${text(tag.text)}`);
  return [text(parts), ...lines].filter(Boolean).join("\n\n");
}
