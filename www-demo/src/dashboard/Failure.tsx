// An error of a call, in full.
import "./outcome.css";
import { useEffect, useState } from "preact/hooks";
import { isNetworkError } from "botwire";
import { Icon } from "../shell/icons.tsx";
import { Json } from "../wire/Json.tsx";
import { shown } from "../wire/mask.ts";
import { diagnose, explain, type Explained } from "./explain.ts";
import { useSeconds } from "./seconds.ts";
import type { Session } from "./session.ts";

export interface FailureProps {
  session: Pick<Session, "baseUrl" | "mask">;
  error: unknown;
  repeat?: (() => void) | undefined;
  migrate?: ((to: number) => void) | undefined;
}

/** An error in full, with advice. */
export function Failure({ session, error, repeat, migrate }: FailureProps) {
  const [explained, setExplained] = useState<Explained>(() => explain(error));
  useEffect(() => {
    let isHere = true;
    setExplained(explain(error));
    if (isNetworkError(error)) void diagnose(error, session.baseUrl).then((found) => isHere && setExplained(found));
    return () => void (isHere = false);
  }, [error]);
  const { retryAfter, migratedTo } = explained;
  const isQuiet = explained.title === "Canceled";
  return (
    <div class={`failure notice ${isQuiet ? "" : "bad"}`}>
      <Icon name={isQuiet ? "info" : "alert"} />
      <div class="failure-body">
        <div role="alert">
          <p class="failure-title">{explained.title}</p>
          <p>{session.mask(explained.text)}</p>
        </div>
        {explained.advice.length > 0 && <ul class="advice">{explained.advice.map((line) => <li key={line}>{line}</li>)}</ul>}
        {retryAfter !== undefined && <RetryAfter key={String(error)} seconds={retryAfter} repeat={repeat} />}
        {migratedTo !== undefined && (
          <p class="failure-hint">
            The group is now the supergroup <code>{migratedTo}</code>.
            {migrate && <button type="button" class="btn small" onClick={() => migrate(migratedTo)}>Repeat there</button>}
          </p>
        )}
        <div class="failure-actions">
          {repeat && retryAfter === undefined && migratedTo === undefined && <button type="button" class="btn small" onClick={repeat}><Icon name="refresh" size={14} /> Try again</button>}
          <details>
            <summary>The whole error</summary>
            <Json label="The whole error" text={shown(explained.whole, session.mask)} />
          </details>
        </div>
      </div>
    </div>
  );
}

/** Counts down the requested delay, then offers to repeat the call. */
function RetryAfter({ seconds, repeat }: { seconds: number; repeat?: (() => void) | undefined }) {
  const [begun] = useState(Date.now());
  const remaining = Math.max(0, seconds - useSeconds(begun));
  return (
    <p class="failure-hint">
      {remaining > 0 ? <span>The service asks to wait <b class="countdown">{remaining}</b> s.</span> : <span role="status">You can try again.</span>}
      {repeat && <button type="button" class="btn small" disabled={remaining > 0} onClick={repeat}><Icon name="refresh" size={14} /> Repeat the call</button>}
    </p>
  );
}
