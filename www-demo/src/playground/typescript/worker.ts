// The worker in which TypeScript runs, so that typing never waits for it.
import { expose } from "comlink";
import typings from "virtual:typings";
import { locate } from "./locate.ts";
import type { Code } from "../run/code.ts";
import type { Completion, Diagnostic, Documented, Fault, Signature, Span } from "./messages.ts";
import { FILE, Language } from "./service.ts";
import { strip } from "./strip.ts";

const language = new Language(new Map(Object.entries(typings)));

/** The language that knows a source. */
const of = (source: string): Language => (language.set(source), language);

/** The functions that the page can call. */
const answers = {
  /** Answers once the worker can. */
  ready: (): void => undefined,
  compile(source: string): { code: Code; diagnostics: Diagnostic[] } {
    const diagnostics = of(source).syntax();
    return { diagnostics, code: diagnostics.length > 0 ? { imports: [] } : strip(FILE, source) };
  },
  diagnose: (source: string): Diagnostic[] => of(source).diagnostics(),
  complete: (source: string, at: number): { span: Span; completions: Completion[] } | undefined => of(source).completions(at),
  explain: (source: string, at: number, label: string): Documented | undefined => of(source).explain(at, label),
  hover: (source: string, at: number): (Documented & Span) | undefined => of(source).hover(at),
  signature: (source: string, at: number): Signature | undefined => of(source).signature(at),
  locate: (source: string, fault: Fault): Span | undefined => locate(of(source).tree, fault),
};

/** The worker as the page sees it. */
export type Answers = typeof answers;

expose(answers);
