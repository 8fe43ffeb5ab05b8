// The bench: which example lies on it, what became of its source, and the stage that it plays on.
import { batch, computed, type Signal, signal } from "@preact/signals";
import { go } from "../shell/route.ts";
import { fetchEmulator } from "../wire/emulator.ts";
import { WireRecord } from "../wire/entries.ts";
import { Hand } from "./phone/hand.ts";
import type { Code } from "./run/code.ts";
import type { Sample } from "./samples/describe.ts";
import { takeEdit } from "./samples/carry.ts";
import { loadSample, SAMPLES } from "./samples/index.ts";
import { Stage } from "./stage/stage.ts";
import { ask } from "./typescript/client.ts";
import type { Diagnostic, Span } from "./typescript/messages.ts";

/** Milliseconds without a key before an edit runs. */
const PAUSE = 300;

/** The parts of the playground; at phone width one of them is shown. */
export type Panel = "chat" | "code" | "wire";

export const panel: Signal<Panel> = signal("chat");
export const example: Signal<Sample> = signal(SAMPLES[0]!);
export const hand: Signal<Hand | undefined> = signal(undefined);
export const record = new WireRecord();
/** Whether a stage is being set: the one before takes nothing any more. */
export const isBeginning: Signal<boolean> = signal(false);
/** Why the stage could not be set. */
export const failure: Signal<string> = signal("");

/** Sources by example, as they were edited. They are stored in memory only: a source may hold a token. */
const edited = new Map<string, string>();
export const source: Signal<string> = signal("");
/** The source without edits. */
const original: Signal<string> = signal("");
export const isEdited = computed(() => source.value !== original.value);
/** What TypeScript says of the source. */
export const diagnostics: Signal<readonly Diagnostic[]> = signal([]);
/** The source that {@link diagnostics} are about. */
export const judged: Signal<string | undefined> = signal(undefined);
/** Whether an edit waits to be run. */
export const isPending: Signal<boolean> = signal(false);
/** Where the editor is to go; set when a line is chosen. */
export const goal: Signal<Span | undefined> = signal(undefined);

let timer: ReturnType<typeof setTimeout> | undefined;
let turn = 0;
let opening = 0;

/** Goes to a sample, or begins again with the one that is there. */
export function choose(sample: Sample): void {
  if (sample === example.value) void begin(sample);
  else go(`#/playground/${sample.id}`);
}

/** Puts an example on the bench, or begins again with the one that is there. */
export async function begin(next: Sample): Promise<void> {
  const attempt = (opening += 1);
  clearTimeout(timer);
  batch(() => {
    isPending.value = false;
    isBeginning.value = true;
    failure.value = "";
  });
  // After the first paint, which the 400 kB would hold back.
  fetchEmulator();
  try {
    const loaded = await loadSample(next);
    if (attempt !== opening) return;
    const carried = takeEdit(next.id);
    if (carried !== undefined) edited.set(next.id, carried);
    batch(() => {
      example.value = next;
      original.value = loaded.source;
      source.value = edited.get(next.id) ?? loaded.source;
      diagnostics.value = [];
    });
    record.clear();
    const stage = await Stage.open(next, loaded.code, record);
    if (attempt !== opening) return stage.close();
    const former = hand.value?.stage;
    hand.value = new Hand(stage, next);
    former?.close();
    // The stage begins with the example as it is; nobody can use it before it has the edited source.
    if (isEdited.value) await compile();
  } catch (error) {
    if (attempt === opening) failure.value = error instanceof Error ? error.message : String(error);
  } finally {
    if (attempt === opening) isBeginning.value = false;
  }
}

/** Takes an edit, which runs after a pause. */
export function edit(text: string): void {
  if (text === source.value) return;
  source.value = text;
  if (text === original.value) edited.delete(example.value.id);
  else edited.set(example.value.id, text);
  isPending.value = true;
  clearTimeout(timer);
  timer = setTimeout(() => void compile(), PAUSE);
}

/** Gives the example its own source back. */
export function restore(): void {
  edit(original.value);
}

/** Runs the source as it stands; what TypeScript thinks of it comes later. */
async function compile(): Promise<void> {
  const attempt = (turn += 1);
  const text = source.value;
  const runner = hand.value?.stage.runner;
  try {
    const { code, diagnostics: syntax } = await ask((worker) => worker.compile(text));
    if (attempt !== turn) return;
    await run(code, syntax);
    isPending.value = false;
    void diagnose();
  } catch (error) {
    if (attempt !== turn) return;
    isPending.value = false;
    runner?.refuse(`The edit was not run: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

async function run(code: Code, syntax: readonly Diagnostic[]): Promise<void> {
  const runner = hand.value?.stage.runner;
  if (syntax.length > 0) diagnostics.value = syntax;
  if (code.text === undefined) runner?.refuse();
  else if (await runner?.load(code)) await hand.value?.stage.retry();
}

/** Asks TypeScript what it thinks of the source. */
export async function diagnose(): Promise<void> {
  const text = source.value;
  const all = await ask((worker) => worker.diagnose(text)).catch(() => undefined);
  if (text !== source.value) return;
  batch(() => {
    diagnostics.value = all ?? [];
    judged.value = all && text;
  });
}
