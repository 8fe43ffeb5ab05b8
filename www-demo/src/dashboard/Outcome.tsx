// What came of a call: running, done, or failed, in full.
import "./outcome.css";
import { useEffect, useState } from "preact/hooks";
import { isNetworkError } from "botwire";
import { Icon } from "../shell/icons.tsx";
import { CopyButton, Json } from "../wire/Json.tsx";
import { shown } from "../wire/mask.ts";
import type { Calling } from "./calling.ts";
import { diagnose, explain, type Explained } from "./explain.ts";
import { Downloads } from "./Downloads.tsx";
import { bytes } from "./form/FileInput.tsx";
import type { Session } from "./session.ts";

export interface OutcomeProps {
  session: Session;
  calling: Calling;
  /** Makes the call again. */
  repeat?: (() => void) | undefined;
  /** Makes it for the supergroup that the group became. */
  migrate?: ((to: number) => void) | undefined;
  /** Whether the result is shown too. Default true. */
  withResult?: boolean;
}

/** The state of a call. */
export function Outcome({ session, calling, repeat, migrate, withResult = true }: OutcomeProps) {
  const state = calling.state.value;
  if (state === "idle") return null;
  if (state === "running") return <Running calling={calling} />;
  if (state === "done") return withResult ? <Done session={session} calling={calling} /> : null;
  return <Failure session={session} error={calling.error.value} repeat={repeat} migrate={migrate} />;
}

/** How long it has lasted, how much is sent, and a way to give up. */
export function Running({ calling }: { calling: Calling }) {
  const seconds = useSeconds(calling.begun.value);
  const progress = calling.progress.value;
  const part = progress?.total ? Math.min(1, progress.done / progress.total) : undefined;
  const text = progress ? `${bytes(progress.done)}${progress.total ? ` of ${bytes(progress.total)}` : ""}` : seconds >= 3 ? `Still waiting for the answer: ${seconds} s` : "Calling …";
  return (
    <div class="running">
      <div class="running-head">
        <span class="spinner" aria-hidden="true" />
        <span role="status">{seconds >= 3 || !progress ? text : `${text}`}</span>
        <button type="button" class="btn small" onClick={() => calling.cancel()}><Icon name="close" size={14} /> Cancel</button>
      </div>
      {progress && <progress aria-label="Transferred" {...(part !== undefined && { value: part })} max={1} />}
    </div>
  );
}

function Done({ session, calling }: { session: Session; calling: Calling }) {
  const result = calling.result.value;
  const text = shown(result, session.mask);
  return (
    <div class="done">
      <div class="done-head">
        <span class="badge ok"><Icon name="check" size={13} /> ok</span>
        <span class="muted" role="status">answered in {calling.ms.value} ms</span>
        <CopyButton text={() => text}>Copy</CopyButton>
      </div>
      <Json label="Result" text={text} />
      <Downloads session={session} within={result} />
    </div>
  );
}

/** Seconds since a moment, while it is shown. */
export function useSeconds(since: number): number {
  const [now, tick] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => tick(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((now - since) / 1000));
}

export interface FailureProps {
  session: Pick<Session, "baseUrl" | "mask">;
  error: unknown;
  repeat?: (() => void) | undefined;
  migrate?: ((to: number) => void) | undefined;
}

/** An error in full, with what may help. */
export function Failure({ session, error, repeat, migrate }: FailureProps) {
  const [explained, setExplained] = useState<Explained>(() => explain(error));
  useEffect(() => {
    let isHere = true;
    setExplained(explain(error));
    if (isNetworkError(error)) void diagnose(error, session.baseUrl).then((found) => isHere && setExplained(found));
    return () => void (isHere = false);
  }, [error]);
  const { retryAfter, migratedTo } = explained;
  const isQuiet = explained.title === "Cancelled";
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
          <p class="failure-way">
            The group is now the supergroup <code>{migratedTo}</code>.
            {migrate && <button type="button" class="btn small" onClick={() => migrate(migratedTo)}>Repeat there</button>}
          </p>
        )}
        <div class="failure-ways">
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

/** Counts down what the service asks to wait, and then offers to repeat. */
function RetryAfter({ seconds, repeat }: { seconds: number; repeat?: (() => void) | undefined }) {
  const [begun] = useState(Date.now());
  const left = Math.max(0, seconds - useSeconds(begun));
  return (
    <p class="failure-way">
      {left > 0 ? <span>The service asks to wait <b class="countdown">{left}</b> s.</span> : <span role="status">It may be tried again.</span>}
      {repeat && <button type="button" class="btn small" disabled={left > 0} onClick={repeat}><Icon name="refresh" size={14} /> Repeat the call</button>}
    </p>
  );
}
