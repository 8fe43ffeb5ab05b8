// The progress of an upload: its body in small pieces, each counted when the runtime takes it.
import type { UploadProgress } from "../platform.js";
import type { Parts } from "./body-stream.js";

/** The functions that are called with the number of taken bytes of a body. */
export interface ProgressOf {
  /** Called at the start too: with 0 bytes if the body is counted while it is sent, otherwise with all. */
  readonly onProgress: UploadProgress;
  /** The option of the call. */
  readonly onUploadProgress: UploadProgress | undefined;
}

/** Combines both functions. */
export const tellBoth = ({ onProgress, onUploadProgress }: ProgressOf): UploadProgress => (sent, total) => {
  onProgress(sent, total);
  onUploadProgress?.(sent, total);
};

/** Bytes of a piece: a hundred of them show the progress of a large file, and one is a write to the socket. */
const PIECE = 2 ** 16;

/** Reports the progress of a body that is taken at once, as if it were taken in pieces. */
export function tellProgress(body: Uint8Array, onProgress: UploadProgress): void {
  for (let sent = 0; sent < body.length; ) onProgress((sent = Math.min(sent + PIECE, body.length)), body.length);
}

/** Returns the parts of a body in pieces. */
export function* countedParts(parts: Parts, total: number, onProgress: UploadProgress): Generator<Blob | Uint8Array> {
  let sent = 0;
  for (const part of parts) {
    const size = "size" in part ? part.size : part.length;
    // A file of Bun that does not exist has no bytes; only a read reports the error.
    if (size === 0) yield part;
    for (let start = 0; start < size; start += PIECE) {
      // Called before the piece is passed on, because the runtime may ask for nothing after the last one.
      onProgress((sent += Math.min(PIECE, size - start)), total);
      // Bytes are copied, one piece at a time.
      yield part.slice(start, start + PIECE);
    }
  }
}
