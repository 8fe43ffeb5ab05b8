// What `botwire emulator` prints for requests, deliveries and the output of the bot, and the keys of a terminal.

import process from "node:process";

import type { LogEntry } from "../emulator/core/log.js";
import type { OutputLine } from "../emulator/core/results.js";
import type { Update } from "../emulator/core/types.js";
import type { Served } from "../emulator/server/served.js";
import { isFailed, isPoll, lines } from "../emulator/testing/lines.js";

/** Codes of a terminal. */
const COLORS = { failed: 31, fault: 33, update: 36, mark: 2 } as const;

/** True if the output is a terminal. */
export const isTerminal = (): boolean => process.stdout.isTTY === true;

/** Colors a text, but not without a terminal, and not with `NO_COLOR`. */
export function colored(text: string, color: keyof typeof COLORS): string {
  return isTerminal() && !process.env["NO_COLOR"] ? `\u001b[${COLORS[color]}m${text}\u001b[0m` : text;
}

function colorOf(entry: LogEntry): keyof typeof COLORS | undefined {
  if ("fault" in entry && entry.fault !== undefined) return "fault";
  if (isFailed(entry)) return "failed";
  return entry.kind === "delivery" || isPoll(entry) ? "update" : undefined;
}

/** Milliseconds within which an update that polls bring again is not printed again. */
const SAME_UPDATE_MS = 1_000;

/** Returns a function that removes from a poll the updates that the bot got just before: it polls on while it handles them. */
function withoutRepeated(): (entry: LogEntry) => LogEntry | undefined {
  /** When a poll brought an update last. */
  let former = new Map<string, number>();
  return (entry) => {
    if (!isPoll(entry) || entry.fault !== undefined || !Array.isArray(entry.answer.result)) return entry;
    const updates = entry.answer.result as Update[];
    const keyOf = ({ update_id }: Update): string => `${entry.bot}/${update_id}`;
    const isRepeated = (update: Update): boolean => entry.time - (former.get(keyOf(update)) ?? -Infinity) < SAME_UPDATE_MS;
    const result = updates.filter((update) => !isRepeated(update));
    former = new Map([...[...former].filter(([, time]) => entry.time - time < SAME_UPDATE_MS), ...updates.map((update) => [keyOf(update), entry.time] as const)]);
    return result.length === 0 && updates.length > 0 ? undefined : { ...entry, answer: { ...entry.answer, result } };
  };
}

/** Prints each entry of the log when its request has ended, with its duration. */
export function printLog({ emulator, journal }: Served): void {
  let seen = 0;
  /** Calls that have not ended. */
  const running = new Map<number, LogEntry>();
  const fresh = withoutRepeated();
  let hasPolled = false;
  const show = (ended: LogEntry, ms: number | undefined): void => {
    const entry = fresh(ended);
    if (entry === undefined) return;
    const isEmptyPoll = isPoll(entry) && !isFailed(entry) && JSON.stringify(entry.answer.result) === "[]";
    if (isEmptyPoll && hasPolled) return;
    hasPolled ||= isEmptyPoll;
    const color = isEmptyPoll ? undefined : colorOf(entry);
    for (const text of lines(entry, ms)) console.log(color === undefined ? text : colored(text, color));
  };
  emulator.watch(() => {
    // After a reset, and with another snapshot, the numbers start again.
    if (seen > 0 && emulator.log(seen - 1).length === 0) seen = 0;
    for (const entry of emulator.log(seen)) {
      seen = entry.number;
      if (journal.isRunning(entry.number)) running.set(entry.number, entry);
      else show(entry, journal.timed(entry).ms);
    }
  });
  journal.log.listeners.add(({ text }) => {
    if (!text.startsWith('{"kind":"call_end"')) return;
    const { entry: number, ms } = JSON.parse(text) as { entry?: number; ms: number };
    const entry = number === undefined ? undefined : running.get(number);
    if (entry === undefined) return;
    running.delete(entry.number);
    show(entry, ms);
  });
}

/** A color, or anything else that a terminal would obey. */
const CONTROL = /\u001b\[([0-9;]*)m|\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|.)|[^\P{Cc}\t\u001b]/gsu;

/** Returns a line of output without what a terminal would obey, except its colors if `hasColors`. */
export const withoutControls = (text: string, hasColors: boolean): string =>
  text.replace(CONTROL, (found, codes?: string) => (hasColors && codes !== undefined ? found : ""));

/** Prints a line of the bot with a mark. */
export function printOutput({ stream, text }: OutputLine): void {
  const shown = withoutControls(text, !process.env["NO_COLOR"]);
  console.log(`${colored("│", stream === "stderr" ? "failed" : "mark")} ${shown}${shown.includes("\u001b") ? "\u001b[0m" : ""}`);
}

/** What the keys do. */
export interface Keys {
  open(): void;
  restart(): void;
  quit(): void;
}

/** True if keys can be read. */
export const hasKeys = (): boolean => isTerminal() && process.stdin.isTTY === true;

/** Obeys keys until the returned function is called. */
export function readKeys({ open, restart, quit }: Keys): () => void {
  const { stdin } = process;
  const deeds: Record<string, () => void> = {
    o: open, r: restart, q: quit, "\u0003": quit,
    c: () => process.stdout.write("\u001b[2J\u001b[3J\u001b[H"),
  };
  const pressed = (bytes: Uint8Array): void => {
    for (const key of new TextDecoder().decode(bytes)) deeds[key]?.();
  };
  stdin.setRawMode?.(true);
  stdin.on("data", pressed);
  console.log(colored("o opens the studio, r restarts the bot, c clears, q quits\n", "mark"));
  return () => {
    stdin.off("data", pressed);
    stdin.setRawMode?.(false);
    stdin.pause();
  };
}
