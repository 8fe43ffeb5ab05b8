// How long a call with files may go without progress.

/** Bytes for which a body that the runtime has taken whole counts as moving for a millisecond: 32 kB a second. */
const BYTES_PER_MS = 32;

/** Ends a task that makes no progress. */
export class IdleLimit {
  /** Milliseconds until the end, unless something moves before; 0 for no limit. */
  ms: number;
  /** Called with the milliseconds from now on. */
  restart = (_ms: number): void => {};
  readonly #idleMs: number;

  /** @param idleMs - The longest time without progress; 0 for no limit. */
  constructor(idleMs: number) {
    this.#idleMs = this.ms = idleMs;
  }

  /**
   * Something has moved: so many bytes of a body were taken by the runtime. All of them may still be in its buffers, where nobody
   * sees them move: for that there is more time, by their number.
   */
  readonly onProgress = (taken: number, total: number): void => {
    this.ms = this.#idleMs > 0 ? this.#idleMs + (taken < total ? 0 : Math.ceil(total / BYTES_PER_MS)) : 0;
    this.restart(this.ms);
  };
}
