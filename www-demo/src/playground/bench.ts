// The bench: which example lies on it, what became of its source, and the stage that it plays on.
import { batch, computed, type Signal, signal } from "@preact/signals";
import type { Client } from "../client/client.ts";
import { go } from "../shell/route.ts";
import { fetchEmulator } from "../wire/emulator.ts";
import { WireRecord } from "../wire/entries.ts";
import type { Code } from "./run/code.ts";
import type { Sample } from "./samples/describe.ts";
import { editOf, keepEdit } from "./samples/edits.ts";
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

/** A sample that is played: its stage, and the client of the users. */
export interface Play {
  readonly sample: Sample;
  readonly stage: Stage;
  readonly client: Client;
}

export const play: Signal<Play | undefined> = signal(undefined);
export const record = new WireRecord();
/** Whether a stage is being set: the one before takes nothing any more. */
export const isBeginning: Signal<boolean> = signal(false);
/** Why the stage could not be set. */
export const failure: Signal<string> = signal("");

/** The code of the bot, as it stands in the editor. */
export const source: Signal<string> = signal("");
/** The source without edits. */
const original: Signal<string> = signal("");
export const isEdited = computed(() => source.value !== original.value);
/** What TypeScript says of the source. */
export const diagnostics: Signal<readonly Diagnostic[]> = signal([]);
/** The source that {@link diagnostics} are about. */
export const judged: Signal<string | undefined> = signal(undefined);
/**
 * Whether the source came with a link. It runs only when the visitor says so: it could read whatever this page can, such
 * as a token in the dashboard.
 */
export const isFromLink: Signal<boolean> = signal(false);
/** Whether the code of a link could not be read. */
export const isLinkDamaged: Signal<boolean> = signal(false);
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

/** Puts an example on the bench, or begins again with the one that is there. `linked` is the source that came with a link. */
export async function begin(next: Sample, linked = isFromLink.peek() && next === example.peek() ? source.peek() : undefined): Promise<void> {
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
    batch(() => {
      example.value = next;
      original.value = loaded.source;
      isFromLink.value = linked !== undefined && linked !== loaded.source;
      source.value = linked ?? editOf(next.id) ?? loaded.source;
      diagnostics.value = [];
    });
    record.clear();
    const stage = await Stage.open(next, loaded.code, record);
    if (attempt !== opening) return stage.close();
    const client = await stage.client(next);
    if (attempt !== opening) return close({ stage, client });
    const former = play.value;
    play.value = { sample: next, stage, client };
    if (former) close(former);
    // The stage begins with the example as it is; nobody can use it before it has the edited source.
    if (isEdited.value && !isFromLink.value) await compile();
  } catch (error) {
    if (attempt === opening) failure.value = error instanceof Error ? error.message : String(error);
  } finally {
    if (attempt === opening) isBeginning.value = false;
  }
}

function close({ client, stage }: Pick<Play, "client" | "stage">): void {
  client.close();
  stage.close();
}

/** Takes an edit, which runs after a pause. */
export function edit(text: string): void {
  if (text === source.value) return;
  source.value = text;
  if (isFromLink.value) return;
  keepEdit(example.value.id, text === original.value ? undefined : text);
  isPending.value = true;
  clearTimeout(timer);
  timer = setTimeout(() => void compile(), PAUSE);
}

/** Gives the example its own source back. */
export function restore(): void {
  edit(original.value);
}

/** Leaves the source of a link for the visitor's own. */
export function discardLink(): void {
  isFromLink.value = false;
  edit(editOf(example.value.id) ?? original.value);
}

/** Runs the source that came with a link, which is from then on an edit like any other. */
export function acceptLink(): void {
  isFromLink.value = false;
  keepEdit(example.value.id, source.value);
  isPending.value = true;
  void compile();
}

/** Runs the source as it stands; what TypeScript thinks of it comes later. */
async function compile(): Promise<void> {
  const attempt = (turn += 1);
  const text = source.value;
  const runner = play.value?.stage.runner;
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
  const runner = play.value?.stage.runner;
  if (syntax.length > 0) diagnostics.value = syntax;
  if (code.text === undefined) runner?.refuse();
  else if (await runner?.load(code)) await play.value?.stage.retry();
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
