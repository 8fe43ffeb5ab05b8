// Errors with their place in the source: TypeScript's diagnostics, and errors when the code ran.
import { effect, type Signal, signal } from "@preact/signals";
import { diagnostics, play, source } from "./state.ts";
import type { Report } from "./run/failure.ts";
import { ask, typescriptState } from "./typescript/client.ts";
import type { Diagnostic } from "./typescript/messages.ts";

/** A mark in the source. */
export interface Mark extends Diagnostic {
  /** The source of the error. */
  readonly by: "TypeScript" | "botwire" | "the bot";
}

/** Marks of errors when the code ran, by report. */
const located: Signal<ReadonlyMap<number, Mark>> = signal(new Map());

/** All marks of the current source. */
export const marks: Signal<readonly Mark[]> = signal([]);

const isFailure = ({ kind }: Report): boolean => ["load", "run", "validation", "call"].includes(kind);

let known: string | undefined;

/** Finds the place of each report. Returns a function that stops it. */
export function watchMarks(): () => void {
  const finding = effect(() => {
    const runner = play.value?.sandbox.runner;
    const text = source.value;
    const reports = (runner?.reports.value ?? []).filter((report) => isFailure(report) && (report.id > (runner?.loadedAt.value ?? 0) || report.kind === "load"));
    const former = known === text ? located.peek() : new Map<number, Mark>();
    known = text;
    const retained = new Map(reports.flatMap((report) => (former.has(report.id) ? [[report.id, former.get(report.id)!] as const] : [])));
    located.value = retained;
    for (const report of reports) if (!retained.has(report.id)) void place(report, text, typescriptState.value === "ready");
  });
  const joining = effect(() => {
    const compilerMarks = diagnostics.value.map((diagnostic): Mark => ({ ...diagnostic, by: "TypeScript" }));
    marks.value = [...compilerMarks, ...located.value.values()];
  });
  return () => (finding(), joining());
}

async function place(report: Report, text: string, canAsk: boolean): Promise<void> {
  const { fault, line, id } = report;
  // Without TypeScript, only the line is known.
  const span = fault && canAsk ? await ask((worker) => worker.locate(text, { ...fault, line })).catch(() => undefined) : undefined;
  const found = span ?? (line === undefined ? undefined : lineSpan(text, line));
  if (!found || known !== text) return;
  const mark: Mark = {
    ...found, severity: "error", message: report.text, by: fault ? "botwire" : "the bot",
    line: text.slice(0, found.from).split("\n").length,
  };
  located.value = new Map(located.value).set(id, mark);
}

/** A line without its indentation. */
export function lineSpan(text: string, line: number): { from: number; to: number } {
  const lines = text.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  const code = lines[line - 1] ?? "";
  return { from: Math.min(text.length, start + (code.length - code.trimStart().length)), to: Math.min(text.length, start + code.trimEnd().length) };
}

/** The mark of a report. */
export const markOf = (id: number): Mark | undefined => located.value.get(id);
