// The answers to claims that stores in databases and objects give as one text.
import { CLAIM_SECONDS } from "../policy.js";
import type { Claimed } from "../updates/claims.js";

/** The answer for an update that was handled. Its response follows after a line feed. */
export const DONE = "done";

/** How long attempts are remembered after a lease or a release. */
export const REMEMBERED_MS = CLAIM_SECONDS * 1000;

/** Parses an answer: `busy`, `done`, `done` with the response, or the number of attempts. */
export function claimedFrom(answer: string, owner: string): Claimed {
  if (answer === "busy" || answer === DONE) return answer;
  return answer.startsWith(`${DONE}\n`) ? { response: answer.slice(DONE.length + 1) } : { owner, attempts: Number(answer) };
}
