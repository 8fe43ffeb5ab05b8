// The pending updates and failed deliveries of the webhook over time, checked while the page is visible.
import { useEffect, useState } from "preact/hooks";
import type { WebhookInfo } from "botwire";
import type { Session } from "./session.ts";

/** Milliseconds between two checks. */
const INTERVAL_MS = 30_000;
/** How many checks are drawn: an hour. */
const MAX_CHECKS = 120;

/** One check of the webhook. */
interface Check {
  readonly time: number;
  readonly pending: number;
  /** When the last error was, in seconds since 1970. */
  readonly failedAt: number;
}

/** The checks since the bot was added, by session. */
const history = new WeakMap<Session, readonly Check[]>();

/** The number of pending updates as a line. `info` is the latest check; `onCheck` requests the next. */
export function PendingChart({ session, info, onCheck }: { session: Session; info: WebhookInfo; onCheck: () => void }) {
  const [checks, setChecks] = useState<readonly Check[]>(history.get(session) ?? []);
  useEffect(() => {
    const check: Check = { time: Date.now(), pending: info.pending_update_count, failedAt: info.last_error_date ?? 0 };
    const next = [...(history.get(session) ?? []), check].slice(-MAX_CHECKS);
    history.set(session, next);
    setChecks(next);
  }, [info]);
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && onCheck(), INTERVAL_MS);
    return () => clearInterval(timer);
  }, [session]);
  const [first] = checks;
  if (!first || checks.length < 2) return <p class="muted health-note">Checked again every {INTERVAL_MS / 1000} seconds.</p>;
  const most = Math.max(...checks.map(({ pending }) => pending));
  const errors = new Set(checks.filter(({ failedAt }) => failedAt * 1000 > first.time).map(({ failedAt }) => failedAt)).size;
  const minutes = Math.max(1, Math.round((Date.now() - first.time) / 60_000));
  const span = `${minutes} minute${minutes === 1 ? "" : "s"}`;
  return (
    <figure class="health">
      <svg viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true">
        <polyline points={checks.map(({ pending }, index) => `${(index / (checks.length - 1)) * 100},${23 - (most === 0 ? 0 : (pending / most) * 22)}`).join(" ")} />
      </svg>
      <figcaption>In the last {span}: at most {most} pending, {errors === 0 ? "no failed delivery" : `deliveries failed at ${errors} ${errors === 1 ? "time" : "times"}`}.</figcaption>
    </figure>
  );
}
