// Hands an edit from the small playground of a page to the full one. Not in the address: a link could then run code of a stranger here.

const KEY = "edited sample";

/** Leaves an edit for the page that this tab opens next. */
export function leaveEdit(id: string, source: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ id, source }));
  } catch {
    // Storage may be forbidden: the playground then opens the sample as it is.
  }
}

/** Takes the edit of a sample and removes the edit from the storage. */
export function takeEdit(id: string): string | undefined {
  try {
    const left = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as { id: string; source: string } | null;
    sessionStorage.removeItem(KEY);
    return left?.id === id ? left.source : undefined;
  } catch {
    return undefined;
  }
}
