// The time limit for progress of a call with files.
import type { UploadProgress } from "../platform.js";

/** Bytes for which a completely taken body gets one millisecond more: 32 kB a second. */
const BYTES_PER_MS = 32;

/** Ends a task that makes no progress. */
export interface IdleLimit {
  /** Milliseconds until the end without further progress; 0 for no limit. */
  ms: number;
  /** Called with the milliseconds from now on. */
  restart(ms: number): void;
  /**
   * Called when the runtime has taken bytes of a body. Its buffers may contain all of them, where no progress is visible, so
   * the limit grows with the size of a completely taken body.
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
