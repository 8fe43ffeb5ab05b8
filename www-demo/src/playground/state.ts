// The state of the playground: the current example, its source with edits, and the sandbox it runs on.
import { batch, computed, type Signal, signal } from "@preact/signals";
import type { Client } from "../client/client.ts";
import { go } from "../shell/route.ts";
import { fetchEmulator } from "../wire/emulator.ts";
import { WireRecord } from "../wire/entries.ts";
import type { Code } from "./run/code.ts";
import type { Sample } from "./samples/describe.ts";
import { editOf, keepEdit } from "./samples/edits.ts";
import { loadSample, SAMPLES } from "./samples/index.ts";
import { Sandbox } from "./sandbox/sandbox.ts";
import { ask } from "./typescript/client.ts";
import type { Diagnostic, Span } from "./typescript/messages.ts";

/** Milliseconds without a key before an edit runs. */
const DEBOUNCE_MS = 300;

/** The parts of the playground; at phone width one of them is shown. */
export type Panel = "chat" | "code" | "wire";

export const panel: Signal<Panel> = signal("chat");
export const example: Signal<Sample> = signal(SAMPLES[0]!);

/** A sample that is played: its sandbox, and the client of the users. */
export interface Play {
  readonly sample: Sample;
  readonly sandbox: Sandbox;
  readonly client: Client;
}

export const play: Signal<Play | undefined> = signal(undefined);
export const record = new WireRecord();
/** True while a new sandbox is being opened. The old one ignores input. */
export const isBeginning: Signal<boolean> = signal(false);
/** Why the sandbox could not be opened. */
export const failure: Signal<string> = signal("");

/** The bot's code in the editor. */
export const source: Signal<string> = signal("");
/** The source without edits. */
const original: Signal<string> = signal("");
export const isEdited = computed(() => source.value !== original.value);
/** TypeScript's diagnostics of the source. */
export const diagnostics: Signal<readonly Diagnostic[]> = signal([]);
/** The source that {@link diagnostics} are about. */
export const judged: Signal<string | undefined> = signal(undefined);
/**
 * True if the source came with a link. It runs only on request: it could read anything this page can, such
 * as a token in the dashboard.
 */
export const isFromLink: Signal<boolean> = signal(false);
/** True if the code of a link could not be read. */
export const isLinkDamaged: Signal<boolean> = signal(false);
/** True while an edit waits to be run. */
export const isPending: Signal<boolean> = signal(false);
/** The span that the editor scrolls to; set when a line is chosen. */
export const goal: Signal<Span | undefined> = signal(undefined);

let timer: ReturnType<typeof setTimeout> | undefined;
let turn = 0;
let opening = 0;

/** Opens a sample, or restarts the current one. */
export function choose(sample: Sample): void {
  if (sample === example.value) void begin(sample);
  else go(`#/playground/${sample.id}`);
}

/** Opens an example, or restarts the current one. `linked` is the source that came with a link. */
export async function begin(next: Sample, linked = isFromLink.peek() && next === example.peek() ? source.peek() : undefined): Promise<void> {
  const attempt = (opening += 1);
  clearTimeout(timer);
  batch(() => {
    isPending.value = false;
    isBeginning.value = true;
    failure.value = "";
  });
  // After the first paint, which loading 400 kB would delay.
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
    const sandbox = await Sandbox.open(next, loaded.code, record);
    if (attempt !== opening) return sandbox.close();
    const client = await sandbox.client(next);
    if (attempt !== opening) return close({ sandbox, client });
    const former = play.value;
    play.value = { sample: next, sandbox, client };
    if (former) close(former);
    // The sandbox starts with the unedited example. Nobody can use it before the edited source runs.
    if (isEdited.value && !isFromLink.value) await compile();
  } catch (error) {
    if (attempt === opening) failure.value = error instanceof Error ? error.message : String(error);
  } finally {
    if (attempt === opening) isBeginning.value = false;
  }
}

function close({ client, sandbox }: Pick<Play, "client" | "sandbox">): void {
  client.close();
  sandbox.close();
}

/** Takes an edit, which runs after a pause. */
export function edit(text: string): void {
  if (text === source.value) return;
  source.value = text;
  if (isFromLink.value) return;
  keepEdit(example.value.id, text === original.value ? undefined : text);
  isPending.value = true;
  clearTimeout(timer);
  timer = setTimeout(() => void compile(), DEBOUNCE_MS);
}

/** Discards the edits of the example. */
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

/** Runs the current source, then type-checks it. */
async function compile(): Promise<void> {
  const attempt = (turn += 1);
  const text = source.value;
  const runner = play.value?.sandbox.runner;
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
  const runner = play.value?.sandbox.runner;
  if (syntax.length > 0) diagnostics.value = syntax;
  if (code.text === undefined) runner?.refuse();
  else if (await runner?.load(code)) await play.value?.sandbox.retry();
}

/** Type-checks the source. */
export async function diagnose(): Promise<void> {
  const text = source.value;
  const all = await ask((worker) => worker.diagnose(text)).catch(() => undefined);
  if (text !== source.value) return;
  batch(() => {
    diagnostics.value = all ?? [];
    judged.value = all && text;
  });
}
