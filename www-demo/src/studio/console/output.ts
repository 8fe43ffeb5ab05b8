// The output of the bot, by the updates that it handled.
import type { OutputLine } from "botwire/emulator";
import type { Block, UpdateBlock } from "../story/blocks.ts";

/** Lines between two updates. */
export interface OutputGroup {
  /** The update that the bot handled; undefined before the first one. */
  readonly block: UpdateBlock | undefined;
  readonly lines: readonly OutputLine[];
}

const isUpdate = (block: Block): block is UpdateBlock => block.kind === "update";

/** Groups lines under the latest update that came before them. */
export function groupsOf(lines: readonly OutputLine[], blocks: readonly Block[]): OutputGroup[] {
  const updates = blocks.filter(isUpdate);
  const groups: { block: UpdateBlock | undefined; lines: OutputLine[] }[] = [];
  let next = 0;
  let current: UpdateBlock | undefined;
  for (const line of lines) {
    for (let update = updates[next]; update !== undefined && update.time <= line.time; update = updates[next]) {
      current = update;
      next += 1;
    }
    const last = groups.at(-1);
    if (last && last.block === current) last.lines.push(line);
    else groups.push({ block: current, lines: [line] });
  }
  return groups;
}

/** The lines that were written while an update was handled. */
export const linesOf = (block: UpdateBlock, blocks: readonly Block[], lines: readonly OutputLine[]): readonly OutputLine[] =>
  groupsOf(lines, blocks).find((group) => group.block?.key === block.key)?.lines ?? [];
