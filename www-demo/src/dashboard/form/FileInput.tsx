// A file, dropped or chosen, or where the service finds it.
import "./file.css";
import { useState } from "preact/hooks";
import { formatBytes } from "../../chat/money.ts";
import { Icon } from "../../shell/icons.tsx";
import { faultAt, type FieldProps, idAt, useForm } from "./context.ts";

/** A place for a file; unless it must be one, for a `file_id` or URL too. */
export function FileInput({ spec, path, draft, onChange, isOnlyFile }: FieldProps & { isOnlyFile: boolean }) {
  const form = useForm();
  const id = idAt(form, path);
  const [isOver, setOver] = useState(false);
  const file = draft instanceof File ? draft : undefined;
  const take = (files: FileList | null | undefined): void => {
    const first = files?.[0];
    if (first) onChange(first);
  };
  const shared = { "aria-invalid": faultAt(form, path) !== undefined, "aria-describedby": `${id}-fault ${id}-doc` };
  return (
    <div
      class={`drop${isOver ? " over" : ""}${file ? " full" : ""}`}
      onDragOver={(event) => (event.preventDefault(), setOver(true))}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => (event.preventDefault(), setOver(false), take(event.dataTransfer?.files))}
    >
      {file ? (
        <div class="drop-file">
          <Icon name="file" />
          <span class="drop-name">{file.name}</span>
          <span class="muted">{formatBytes(file.size)}{file.type && ` · ${file.type}`}</span>
          <button type="button" class="icon-btn small" aria-label={`Remove ${file.name}`} onClick={() => onChange(undefined)}><Icon name="close" size={15} /></button>
        </div>
      ) : (
        <>
          <label class="drop-choose">
            <input id={`${id}-file`} type="file" class="visually-hidden" aria-label={`${spec.name}: choose a file`} {...shared} onChange={({ currentTarget }) => take(currentTarget.files)} />
            <Icon name="upload" /> <span><b>Choose a file</b> or drop it here</span>
          </label>
          {!isOnlyFile && (
            <input
              id={id} class="input mono" type="text" aria-label={`${spec.name}: file_id or URL`} placeholder="or a file_id or URL" autocomplete="off" {...shared}
              value={typeof draft === "string" ? draft : ""} onInput={({ currentTarget }) => onChange(currentTarget.value || undefined)}
            />
          )}
        </>
      )}
    </div>
  );
}
