// Going back: a snapshot of the state before it is kept, to undo it.
import { type Signal, signal } from "@preact/signals";
import type { HttpWorld } from "../world/http.ts";

/** What was done last, and the state before it. It outlives the world that is replaced. */
export const undoable: Signal<{ readonly text: string; readonly state: Blob } | undefined> = signal(undefined);

/** Loads a state, or that of the start, after a snapshot of the present one. */
export async function resetWithUndo(world: HttpWorld, snapshot?: Blob): Promise<void> {
  const state = await world.save();
  await world.restore(snapshot);
  undoable.value = { text: snapshot ? "The state was replaced." : "Everything was reset.", state };
}

/** Goes back to the state before. */
export async function undo(world: HttpWorld): Promise<void> {
  const last = undoable.peek();
  undoable.value = undefined;
  if (last) await world.restore(last.state);
}
