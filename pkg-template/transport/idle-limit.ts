// How long a call with files may go without progress.
import type { UploadProgress } from "../platform.js";

/** Bytes for which a body that the runtime has taken whole counts as moving for a millisecond: 32 kB a second. */
const BYTES_PER_MS = 32;

/** Ends a task that makes no progress. */
export interface IdleLimit {
  /** Milliseconds until the end, unless something moves before; 0 for no limit. */
  ms: number;
  /** Called with the milliseconds from now on. */
  restart(ms: number): void;
  /**
   * Something has moved: so many bytes of a body were taken by the runtime. All of them may still be in its buffers, where nobody
   * sees them move: for that there is more time, by their number.
   */
  readonly onProgress: UploadProgress;
}

/** @param idleMs - The longest time without progress; 0 for no limit. */
export function idleLimit(idleMs: number): IdleLimit {
  const limit: IdleLimit = {
    ms: idleMs,
    restart: () => {},
    onProgress(taken, total) {
      limit.ms = idleMs > 0 ? idleMs + (taken < total ? 0 : Math.ceil(total / BYTES_PER_MS)) : 0;
      limit.restart(limit.ms);
    },
  };
  return limit;
}
