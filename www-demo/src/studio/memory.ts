// The place, the draft and the read marks, which survive a reload of the window.
import { effect } from "@preact/signals";
import type { Client } from "../client/client.ts";

interface Remembered {
  readonly user: number;
  readonly place: string;
  readonly draft: string;
  readonly isHtml?: boolean;
  readonly seen: readonly (readonly [string, number])[];
}

const KEY = "botwire-studio-place";

/** What this window showed before it was loaded again. */
export function remembered(): Remembered | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Remembered | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores what a client shows, whenever it changes. Returns a function that ends it. */
export function remember(client: Client): () => void {
  return effect(() => {
    const { me, place, draft, isHtml, view } = client;
    void view.value;
    const stored: Remembered = { user: me.value.id, place: new URLSearchParams(Object.entries(place.value).map(([name, id]) => [name, String(id)])).toString(), draft: draft.value, isHtml: isHtml.value, seen: client.seen };
    try {
      sessionStorage.setItem(KEY, JSON.stringify(stored));
    } catch {
      // Storage may be full or forbidden.
    }
  });
}

/** Forgets it, after the state was replaced. */
export const forget = (): void => sessionStorage.removeItem(KEY);
