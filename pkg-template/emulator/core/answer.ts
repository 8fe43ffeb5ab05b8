// Requests to the emulator in parts, and its answers with injected faults.

import type { SignalLike } from "../../platform.js";

/** A request, for servers that have no `Request`. */
export interface RequestParts {
  /** HTTP method. */
  method: string;
  /** The path with its query. */
  target: string;
  /** `Content-Type`, or an empty string. */
  contentType: string;
  body: Uint8Array;
  /** Ends a long poll. */
  signal?: SignalLike | undefined;
}

/** An answer to a request. */
export interface Answer {
  /** HTTP status. */
  status: number;
  /** `Content-Type`. */
  contentType: string;
  /** The envelope as JSON text, or the bytes of a file. */
  body: string | Uint8Array;
  /** The injected fault of this answer. */
  fault: "" | "drop" | "cut_off" | "slow";
  /** Real milliseconds that the body takes. */
  millis: number;
  /**
   * Other headers, in responses that are not the service's.
   *
   * @internal
   */
  headers?: Readonly<Record<string, string>>;
}

/**
 * Converts the values of the wasm from this position on to an answer.
 *
 * @internal
 */
export function answerOf(values: readonly unknown[], at = 0): Answer {
  const [status, contentType, body, fault, millis] = values.slice(at, at + 5) as [
    number, string, string | Uint8Array, Answer["fault"], number,
  ];
  return { status, contentType, body, fault, millis };
}

/**
 * Creates an envelope of the emulator itself.
 *
 * @internal
 */
export function envelope(status: number, content: object): Answer {
  return { status, contentType: "application/json", body: JSON.stringify(content), fault: "", millis: 0 };
}

/**
 * Returns the bytes in two halves, `millis` apart. Without `millis`, the second half never arrives. The signal is aborted when
 * the reader has gone.
 *
 * @internal
 */
export function halves(
  bytes: Uint8Array<ArrayBuffer>,
  millis: number | undefined,
  over?: AbortSignal,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const half = bytes.length >> 1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.subarray(0, half));
      if (millis === undefined) return controller.error(new TypeError("terminated"));
      timer = setTimeout(() => {
        controller.enqueue(bytes.subarray(half));
        controller.close();
      }, millis);
      over?.addEventListener("abort", () => clearTimeout(timer));
    },
    // The reader has gone.
    cancel() {
      clearTimeout(timer);
    },
  });
}
