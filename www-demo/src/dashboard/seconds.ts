// Time that is shown while it passes.
import { useEffect, useState } from "preact/hooks";

/** Seconds since a moment, while it is shown. */
export function useSeconds(since: number): number {
  const [now, tick] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => tick(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((now - since) / 1000));
}
