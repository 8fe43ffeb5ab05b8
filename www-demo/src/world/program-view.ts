// The program of the bot and its output, followed by events.
import { signal } from "@preact/signals";
import type { OutputLine, ProgramStatus } from "botwire/emulator";

/** The answer of `GET /user/program`. */
export type ReadProgram = ProgramStatus & { readonly lines: readonly OutputLine[] };

/** Lines that are retained, as in the emulator. */
const MAX_LINES = 1000;

/** What is known of the program. */
export class ProgramView {
  /** Undefined if the command did not start the bot. */
  readonly status = signal<ProgramStatus | undefined>(undefined);
  readonly lines = signal<readonly OutputLine[]>([]);

  read(program: ReadProgram | null): void {
    if (program === null) return;
    const { lines, ...status } = program;
    this.status.value = status;
    for (const line of lines) this.add(line);
  }

  set(status: ProgramStatus): void {
    this.status.value = status;
  }

  add(line: OutputLine): void {
    if (line.number <= (this.lines.peek().at(-1)?.number ?? 0)) return;
    this.lines.value = [...this.lines.peek().slice(1 - MAX_LINES), line];
  }
}
