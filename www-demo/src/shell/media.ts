// Media queries as state.
import { useEffect, useState } from "preact/hooks";

/** Widths with room for the controls of a page in the header. */
export const WIDE = "(min-width: 1000px)";

/** True while a media query matches. */
export function useMedia(query: string): boolean {
  const [holds, setHolds] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const change = (): void => setHolds(list.matches);
    list.addEventListener("change", change);
    return () => list.removeEventListener("change", change);
  }, [query]);
  return holds;
}
