// The chat that an update belongs to.
import type { Update } from "../types.js";

/** The identifier of the update's chat, or of its user where there is none. */
export function chatOf(update: Update): string | undefined {
  for (const value of Object.values(update) as any[]) {
    const id = (value?.chat ?? value?.message?.chat ?? value?.from)?.id;
    if (typeof id === "number" || typeof id === "string") return String(id);
  }
  return undefined;
}
