// How the webhook does over time: updates that wait, and errors of deliveries, asked for while the page is looked at.
import { useEffect, useState } from "preact/hooks";
import type { WebhookInfo } from "botwire";
import type { Session } from "./session.ts";

/** Milliseconds between two looks. */
const PAUSE = 30_000;
/** How many looks are drawn: an hour. */
const MAX_LOOKS = 120;

/** One check of the webhook. */
interface Look {
  readonly time: number;
  readonly pending: number;
  /** When the last error was, in seconds since 1970. */
  readonly failedAt: number;
}

/** The checks since the bot was added, by session. */
const history = new WeakMap<Session, readonly Look[]>();

/** The updates that wait, as a line. `info` is the latest that is known; `onLook` asks for the next. */
export function Health({ session, info, onLook }: { session: Session; info: WebhookInfo; onLook: () => void }) {
  const [looks, setLooks] = useState<readonly Look[]>(history.get(session) ?? []);
  useEffect(() => {
    const look: Look = { time: Date.now(), pending: info.pending_update_count, failedAt: info.last_error_date ?? 0 };
    const next = [...(history.get(session) ?? []), look].slice(-MAX_LOOKS);
    history.set(session, next);
    setLooks(next);
  }, [info]);
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && onLook(), PAUSE);
    return () => clearInterval(timer);
  }, [session]);
  const [first] = looks;
  if (!first || looks.length < 2) return <p class="muted health-note">Checked again every {PAUSE / 1000} seconds.</p>;
  const most = Math.max(...looks.map(({ pending }) => pending));
  const errors = new Set(looks.filter(({ failedAt }) => failedAt * 1000 > first.time).map(({ failedAt }) => failedAt)).size;
  const minutes = Math.max(1, Math.round((Date.now() - first.time) / 60_000));
  const span = `${minutes} minute${minutes === 1 ? "" : "s"}`;
  return (
    <figure class="health">
      <svg viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true">
        <polyline points={looks.map(({ pending }, index) => `${(index / (looks.length - 1)) * 100},${23 - (most === 0 ? 0 : (pending / most) * 22)}`).join(" ")} />
      </svg>
      <figcaption>In the last {span}: at most {most} pending, {errors === 0 ? "no failed delivery" : `deliveries failed at ${errors} ${errors === 1 ? "time" : "times"}`}.</figcaption>
    </figure>
  );
}
