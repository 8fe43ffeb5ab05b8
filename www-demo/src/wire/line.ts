// The page's side of the worker that sends requests.
import type { FetchLike, ResponseLike } from "botwire";
import type { Ask, Tell } from "./line.worker.ts";

/** Called with the number of bytes of a body that were sent. */
export type SentProgress = (sent: number, total: number) => void;

/** Bytes of a body from which its progress is worth a preflight request. */
const WORTH_PROGRESS = 256 * 1024;

let worker: Worker | undefined;
let last = 0;
const listeners = new Map<number, (message: Tell) => void>();

function ask(asked: Ask): void {
  if (!worker) {
    worker = new Worker(new URL("./line.worker.ts", import.meta.url), { type: "module", name: "line" });
    worker.onmessage = ({ data }: MessageEvent<Tell>) => listeners.get(data.id)?.(data);
    worker.onerror = (event) => {
      event.preventDefault();
      for (const [id, listener] of listeners) listener({ id, tell: "failed", reason: "the worker that sends requests could not start" });
      worker = undefined;
    };
  }
  worker.postMessage(asked);
}

/**
 * A fetch over the worker. `onSent` is called with the progress of large bodies. `until` ends a request even while its
 * body is read: a download that waits for its next bytes would otherwise keep its connection.
 */
export const lineFetch = (onSent?: SentProgress, until?: AbortSignal): FetchLike => (url, { method, headers = {}, body, signal }) => {
  const id = ++last;
  const size = body instanceof Blob ? body.size : body instanceof Uint8Array ? body.byteLength : 0;
  const stop = (): void => ask({ id, ask: "abort" });
  const end = (): void => {
    listeners.delete(id);
    signal?.removeEventListener("abort", stop);
    until?.removeEventListener("abort", stop);
  };
  return new Promise<ResponseLike>((resolve, reject) => {
    let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
    listeners.set(id, (message) => {
      if (message.tell === "sent") return onSent?.(message.loaded, message.total);
      if (message.tell === "chunk") return stream?.enqueue(message.bytes);
      if (message.tell === "head") return resolve(answer(message.status, message.headers, (controller) => (stream = controller), () => (stop(), end())));
      end();
      if (message.tell === "end") return stream?.close();
      const failure = new TypeError(message.reason);
      if (stream) stream.error(failure);
      else reject(failure);
    });
    signal?.addEventListener("abort", stop, { once: true });
    until?.addEventListener("abort", stop, { once: true });
    if (size >= WORTH_PROGRESS) onSent?.(0, size);
    ask({ id, ask: "send", url, method, headers, body, progress: onSent !== undefined && size >= WORTH_PROGRESS });
  });
};

function answer(
  status: number, pairs: [string, string][], start: (controller: ReadableStreamDefaultController<Uint8Array>) => void, cancel: () => void,
): ResponseLike {
  const headers = new Headers(pairs);
  // `Response` rejects these status codes. 0 is a redirect, which browsers hide.
  if (status < 200 || [204, 205, 304].includes(status)) return { status, ok: status === 204, headers, text: async () => "" };
  return new Response(new ReadableStream<Uint8Array>({ start, cancel }), { status, headers });
}

/** True if any server responds at a URL, which must not contain a token. */
export function reaches(url: string): Promise<boolean> {
  const id = ++last;
  return new Promise((resolve) => {
    listeners.set(id, ({ tell }) => {
      listeners.delete(id);
      resolve(tell !== "failed");
    });
    ask({ id, ask: "reach", url });
  });
}
