// The program of the bot, which the command has started, over HTTP.

import type { OutputLine, ProgramStatus } from "../core/results.js";

/** The program of a bot. */
export interface Program {
  readonly status: ProgramStatus;
  /** The latest lines of its output, oldest first. */
  readonly lines: readonly OutputLine[];
  /** Ends it, if it runs, and starts it again. */
  restart(): void;
  /** Calls the listener with each new line and each change of the status. */
  listen(listener: (news: { line: OutputLine } | { program: ProgramStatus }) => void): void;
}
