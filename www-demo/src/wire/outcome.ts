// How entries of the wire log ended.
import type { WireEntry } from "./entries.ts";

/** How an entry ended. */
export type Outcome = "running" | "ok" | "failed" | "fault";

export function outcomeOf({ response, error, callError, fault }: WireEntry): Outcome {
  if (fault !== undefined) return "fault";
  if (error !== undefined || callError !== undefined) return "failed";
  if (!response) return "running";
  return response.status < 300 ? "ok" : "failed";
}
