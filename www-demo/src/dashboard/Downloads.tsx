// The files that a result or an update mentions, each with a download button.
import { useState } from "preact/hooks";
import { download } from "botwire";
import { formatBytes } from "../chat/money.ts";
import { Icon } from "../shell/icons.tsx";
import { save } from "../wire/copies.ts";
import { Calling } from "./calling.ts";
import { Failure } from "./Failure.tsx";
import { Running } from "./Running.tsx";
import type { Session } from "./session.ts";

interface KnownFile {
  readonly file_id: string;
  readonly file_size?: number;
  readonly file_name?: string;
  readonly file_path?: string;
}

/** How many files are listed at most. */
const MAX_FILES = 24;

function isKnown(value: object): value is KnownFile {
  const { file_id, file_size = 0, file_name = "", file_path = "" } = value as Partial<KnownFile>;
  return typeof file_id === "string" && typeof file_size === "number" && typeof file_name === "string" && typeof file_path === "string";
}

function filesIn(value: unknown, found: Map<string, KnownFile> = new Map(), depth = 0): Map<string, KnownFile> {
  if (typeof value !== "object" || value === null || depth > 8 || found.size >= MAX_FILES) return found;
  if (isKnown(value)) found.set(value.file_id, value);
  for (const inner of Object.values(value)) filesIn(inner, found, depth + 1);
  return found;
}

/** The files in a value. */
export function Downloads({ session, within }: { session: Session; within: unknown }) {
  const files = [...filesIn(within).values()];
  if (files.length === 0) return null;
  return (
    <ul class="downloads" aria-label="Files">
      {files.map((file) => <Download key={file.file_id} session={session} file={file} />)}
    </ul>
  );
}

/** Returns the body. If its stream fails, rejects with the error of the stream, unlike `blob()`. */
async function contents(response: Response): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  await response.body?.pipeTo(new WritableStream({ write: (chunk) => void chunks.push(chunk) }));
  return new Blob(chunks, { type: response.headers.get("content-type") ?? "" });
}

function Download({ session, file }: { session: Session; file: KnownFile }) {
  const [calling] = useState(() => new Calling<Blob>());
  const name = file.file_name ?? file.file_path?.split("/").at(-1) ?? `file-${file.file_id.slice(0, 10)}`;
  const start = (): void =>
    void calling.run(async ({ signal, onSent }) => {
      const response = (await download(session.bot(undefined, signal), file, { signal, onProgress: onSent })) as Response;
      const blob = await contents(response);
      save(blob, name);
      return blob;
    });
  return (
    <li>
      <div class="download">
        <Icon name="file" size={16} />
        <span class="drop-name">{name}</span>
        {file.file_size !== undefined && <span class="muted">{formatBytes(file.file_size)}</span>}
        {calling.state.value === "done" && <span class="badge ok">saved</span>}
        <button type="button" class="btn small" disabled={calling.state.value === "running"} aria-label={`Download ${name}`} onClick={start}><Icon name="download" size={14} /> Download</button>
      </div>
      {calling.state.value === "running" && <Running calling={calling as Calling} />}
      {(calling.state.value === "failed" || calling.state.value === "canceled") && <Failure session={session} error={calling.error.value} repeat={start} />}
    </li>
  );
}
