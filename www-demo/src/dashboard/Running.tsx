// A call that has not ended.
import "./outcome.css";
import { Icon } from "../shell/icons.tsx";
import type { Calling } from "./calling.ts";
import { bytes } from "./form/FileInput.tsx";
import { useSeconds } from "./seconds.ts";

/** Elapsed time, upload progress, and a button to cancel. */
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
