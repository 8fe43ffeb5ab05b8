// One call as the visitor follows it: elapsed time, upload progress, outcome, and cancellation.
import { batch, signal } from "@preact/signals";
import { isAbortedError } from "botwire";
import type { SessionCallOptions } from "./session.ts";

export type CallState = "idle" | "running" | "done" | "failed" | "canceled";

/** A call that may be made again and again, one at a time. */
export class Calling<Result = unknown> {
  readonly state = signal<CallState>("idle");
  readonly result = signal<Result | undefined>(undefined);
  readonly error = signal<unknown>(undefined);
  /** Bytes sent and in all, of a large body; or received. */
  readonly progress = signal<{ readonly done: number; readonly total: number | undefined } | undefined>(undefined);
  /** Milliseconds since 1970 when it began, and how long it took. */
  readonly begun = signal(0);
  readonly ms = signal(0);
  #stop: AbortController | undefined;

  /** Does the work, unless it is being done. Never rejects. */
  async run(work: (options: SessionCallOptions & { readonly signal: AbortSignal; readonly onSent: (done: number, total?: number) => void }) => Promise<Result>): Promise<Result | undefined> {
    if (this.state.value === "running") return undefined;
    const stop = (this.#stop = new AbortController());
    batch(() => {
      this.state.value = "running";
      this.error.value = undefined;
      this.progress.value = undefined;
      this.begun.value = Date.now();
    });
    const end = (state: CallState): void => {
      this.ms.value = Date.now() - this.begun.value;
      this.state.value = state;
    };
    try {
      const onSent = (done: number, total?: number): void => {
        this.progress.value = { done, total };
      };
      const result = await work({ signal: stop.signal, onSent });
      batch(() => {
        this.result.value = result;
        end("done");
      });
      return result;
    } catch (error) {
      batch(() => {
        this.error.value = error;
        end(isAbortedError(error) || stop.signal.aborted ? "canceled" : "failed");
      });
      return undefined;
    }
  }

  cancel(): void {
    this.#stop?.abort();
  }

  /** Clears the outcome. */
  reset(): void {
    this.cancel();
    batch(() => {
      this.state.value = "idle";
      this.result.value = undefined;
      this.error.value = undefined;
    });
  }
}
