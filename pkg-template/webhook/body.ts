// The body of a delivery: read up to a size and a time, decoded as UTF-8.
import type { RequestLike } from "../platform.js";

// A byte order mark is skipped; invalid UTF-8 throws. Spec: core, Conventions that hold for every method, 5.
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Timers count milliseconds in 31 bits and fire at once beyond. */
const LONGEST_TIMER_MS = 0x7fffffff;

/** Settles with the task, or with something else when the time is up; 0 for no limit. */
export function inTime<T>(task: Promise<T>, limitMs: number, otherwise: () => T | PromiseLike<T>): Promise<T> {
  if (limitMs === 0) return task;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(otherwise()), Math.min(limitMs, LONGEST_TIMER_MS));
    const end = (): void => clearTimeout(timer);
    task.then((value) => (end(), resolve(value)), (error) => (end(), reject(error)));
  });
}

/**
 * The text of a body, or the status that refuses it: 408 or 413. What is left of a refused one is not read.
 *
 * @param most - Bytes.
 * @param limitMs - Milliseconds; 0 for no limit.
 */
export async function readBody(request: RequestLike, most: number, limitMs: number): Promise<string | 408 | 413> {
  // Firefox has no stream of it, and adapters may have it as a whole.
  const reader: ReadableStreamDefaultReader<BlobPart & Uint8Array> | undefined = request.body?.getReader();
  if (!reader) {
    const text = await request.text();
    return text.length > most ? 413 : text;
  }
  const read = await inTime<string | 408 | 413>(readAll(reader, most), limitMs, () => 408);
  if (typeof read === "number") reader.cancel().catch(() => {});
  return read;
}

async function readAll(reader: ReadableStreamDefaultReader<BlobPart & Uint8Array>, most: number): Promise<string | 413> {
  const chunks: (BlobPart & Uint8Array)[] = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    // Not so for NaN, of what are no bytes.
    if (!(size <= most)) return 413;
    chunks.push(value);
  }
  return utf8.decode(chunks.length === 1 ? chunks[0] : await new Blob(chunks).arrayBuffer());
}
