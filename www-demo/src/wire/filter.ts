// Filters the entries of the wire log.
import type { WireEntry } from "./entries.ts";

/** How an entry ended. */
export type Outcome = "running" | "ok" | "failed" | "fault";

export interface WireFilter {
  /** A part of the name of the method or of the kind of update. */
  readonly words: string;
  /** Identifier of a chat, as text. */
  readonly chat: string;
  readonly outcome: Outcome | "";
  /** True to show polls without updates. */
  readonly hasPolls: boolean;
}

export const EVERYTHING: WireFilter = { words: "", chat: "", outcome: "", hasPolls: false };

export function outcomeOf({ response, error, callError, fault }: WireEntry): Outcome {
  if (fault !== undefined) return "fault";
  if (error !== undefined || callError !== undefined) return "failed";
  if (!response) return "running";
  return response.status < 300 ? "ok" : "failed";
}

function isIdlePoll({ name, response, error, fault }: WireEntry): boolean {
  if (!/^getUpdates$/i.test(name) || error !== undefined || fault !== undefined) return false;
  const { ok = true, result } = (response?.body ?? {}) as { ok?: boolean; result?: unknown };
  return ok && !(Array.isArray(result) && result.length > 0);
}

export function isShown(entry: WireEntry, { words, chat, outcome, hasPolls }: WireFilter): boolean {
  return (
    (hasPolls || !isIdlePoll(entry)) && entry.name.toLowerCase().includes(words.trim().toLowerCase()) &&
    (chat === "" || String(entry.chat) === chat) && (outcome === "" || outcomeOf(entry) === outcome)
  );
}
