// Edited sources, kept for the tab so that a reload does not lose them.

const KEY = "edited samples";

/** Sources that are not stored: those that may contain a token, and all where storage is forbidden. */
const inMemory = new Map<string, string>();

/** True if a source seems to contain a bot token. */
export const hasToken = (source: string): boolean => /\b\d{5,}:[\w-]{20,}/.test(source);

function stored(): Record<string, string> {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    return Object(found) as Record<string, string>;
  } catch {
    return {};
  }
}

/** Keeps the edit of a sample, or forgets it if the sample is as it was. */
export function keepEdit(id: string, source: string | undefined): void {
  const { [id]: _former, ...others } = stored();
  inMemory.delete(id);
  if (source !== undefined) inMemory.set(id, source);
  const kept = source !== undefined && !hasToken(source) ? { ...others, [id]: source } : others;
  try {
    if (Object.keys(kept).length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage may be forbidden: the edit then lasts as long as the page.
  }
}

/** The edit of a sample. */
export function editOf(id: string): string | undefined {
  const kept: unknown = inMemory.get(id) ?? stored()[id];
  return typeof kept === "string" ? kept : undefined;
}

/** Asks before the page is closed while there are edits. Returns a function that stops it. */
export function warnBeforeLeaving(): () => void {
  const warn = (event: BeforeUnloadEvent): void => {
    if (inMemory.size > 0 || Object.keys(stored()).length > 0) event.preventDefault();
  };
  addEventListener("beforeunload", warn);
  return () => removeEventListener("beforeunload", warn);
}
