// A call that has not ended.
import "./outcome.css";
import { formatBytes } from "../chat/money.ts";
import { Icon } from "../shell/icons.tsx";
import type { Calling } from "./calling.ts";
import { useSeconds } from "./seconds.ts";

/** Elapsed time, upload progress, and a button to cancel. */
export function Running({ calling }: { calling: Calling }) {
  const seconds = useSeconds(calling.begun.value);
  const progress = calling.progress.value;
  const part = progress?.total ? Math.min(1, progress.done / progress.total) : undefined;
  const text = progress ? `${formatBytes(progress.done)}${progress.total ? ` of ${formatBytes(progress.total)}` : ""}` : seconds >= 3 ? `Still waiting for the answer: ${seconds} s` : "Calling …";
  return (
    <div class="running">
      <div class="running-head">
        <span class="spinner" aria-hidden="true" />
        <span role="status">{text}</span>
        <button type="button" class="btn small" onClick={() => calling.cancel()}><Icon name="close" size={14} /> Cancel</button>
      </div>
      {progress && <progress aria-label="Transferred" {...(part !== undefined && { value: part })} max={1} />}
    </div>
  );
}
