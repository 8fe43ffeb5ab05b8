// The shortcuts of the studio, in one list.
import { type Signal, signal } from "@preact/signals";
import { isSaving } from "./save-test.ts";
import { resetWithUndo } from "./undo.ts";
import type { Desk } from "./desk.ts";

export const SHORTCUTS: readonly (readonly [keys: string, what: string])[] = [
  ["c", "Write a message"], ["/", "Commands, in the composer"], ["↑", "The last text, in the empty composer"], ["f", "Search the wire"], ["Shift F", "Search the chat"],
  ["j k", "Next and previous update"], ["d", "Deliver the chosen update again"], ["e", "Edit the chosen one"], ["w o", "Wire and console"],
  ["s", "Save as test"], ["Escape", "Close the detail"], ["Shift R", "Reset"], ["?", "This list"],
];

export const shortcutsShown = signal(false);

const KEY = "botwire-studio-keys";
/** True if single letters are shortcuts. */
export const areKeysOn: Signal<boolean> = signal(localStorage.getItem(KEY) !== "off");

export function setKeys(isOn: boolean): void {
  areKeysOn.value = isOn;
  try {
    localStorage.setItem(KEY, isOn ? "on" : "off");
  } catch {
    // Storage may be forbidden.
  }
}

const isField = (target: EventTarget | null): boolean => target instanceof HTMLElement && (target.matches("input, textarea, select") || target.isContentEditable);

export const focusComposer = (): void => document.querySelector<HTMLElement>(".composer-text")?.focus({ preventScroll: true });

/** Does what a key stands for. Returns true if it stands for something. */
export function pressed(event: KeyboardEvent, desk: Desk): boolean {
  const { key, ctrlKey, metaKey, altKey } = event;
  // The editor is in a shadow root.
  const [target = null] = event.composedPath();
  if (event.defaultPrevented || ctrlKey || metaKey || altKey || isField(target) || !areKeysOn.peek() || document.querySelector("[role=dialog], [role=menu]")) return false;
  const { block } = desk;
  const move = (step: number): void => {
    const blocks = desk.blocks.peek().filter(({ kind }) => kind !== "polls");
    const at = blocks.findIndex((other) => other.key === desk.chosen.peek()?.block);
    const next = blocks[at < 0 ? blocks.length - 1 : at + step];
    if (next) (desk.choose({ block: next.key }), (desk.goal.value = next.key));
  };
  const deeds: Record<string, () => void> = {
    c: () => ((desk.part.value = "chat"), focusComposer()),
    f: () => ((desk.part.value = "wire"), (desk.tab.value = "wire"), document.getElementById("wire-search")?.focus()),
    F: () => ((desk.part.value = "chat"), (desk.client.search.words.value ??= "")),
    j: () => move(1),
    k: () => move(-1),
    d: () => block?.kind === "update" && block.bot !== undefined && void desk.client.attempt(() => desk.deliver(block.bot as number, block.update, block, false)),
    e: () => block && desk.choose({ ...(desk.chosen.peek() ?? { block: block.key }), isEdited: true }),
    w: () => (desk.tab.value = "wire"),
    o: () => (desk.tab.value = "console"),
    s: () => (isSaving.value = true),
    R: () => void desk.client.attempt(() => resetWithUndo(desk.world)),
    "?": () => (shortcutsShown.value = true),
    Escape: () => desk.choose(undefined),
  };
  const deed = deeds[key];
  deed?.();
  return deed !== undefined;
}
