// Files in parameters: how to detect and read them.
import { className, describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import type { BlobLike, NodeStreamLike, ResponseLike, StreamLike } from "../platform.js";

/**
 * The content of a file. A stream or a `Response` is read into memory before it is sent, up to 50 MB unless `checkLimits` is false,
 * and can be sent once. Bytes are not copied, so do not change them until the call has ended.
 */
export type FileData = BlobLike | ArrayBuffer | ArrayBufferView | StreamLike | NodeStreamLike | ResponseLike;

/**
 * A file to upload: a `File` or `Blob`, an `ArrayBuffer`, a typed array or `DataView`, a `ReadableStream`, a stream of Node, a
 * `Response`, or one of these with a name and a MIME type. The name defaults to that of the file, or `file`. The type defaults to that of the
 * file, or `application/octet-stream`. If the name is a path, such as that of a `Bun.file`, users see only its last segment.
 *
 * At most 10 MB for photos and 50 MB for other files.
 */
export type InputFile = FileData | NamedFile;

/** A file with a name and a MIME type. */
export interface NamedFile {
  /** The content. */
  data: FileData;
  /** File name shown to the users. */
  name?: string | undefined;
  /** MIME type. */
  type?: string | undefined;
}

/** A file that was found in the parameters. */
export interface Upload {
  /** A `Uint8Array`, a `Blob` of this realm, or something that is not in memory yet. */
  data: any;
  /** True if `data` was a `Uint8Array` or a `Blob` when it was found. */
  readonly isRead: boolean;
  readonly name: string;
  readonly type: string;
  /** The size in bytes; -1 while unknown. Before a file has been read, the size that it claims. */
  size: number;
}

/**
 * Converts a value to a file. Returns a reason if the file cannot be used, and `undefined` if the value is not a file.
 *
 * @param name - Replaces its own.
 * @param type - Replaces its own.
 */
export function asUpload(value: any, name?: unknown, type?: unknown): Upload | string | undefined {
  let size = -1;
  let isRead = false;
  // Recognized by members: happy-dom has no class names, nor has workerd with a compatibility date before 2024-09-26.
  if (ArrayBuffer.isView(value) || className(value) === "ArrayBuffer") {
    value = bytesOf(value);
    size = value.length; // throws without bytes, such as for a detached buffer
    isRead = true;
  } else if (value?.size >= 0 && value.arrayBuffer) {
    size = +value.size;
    isRead = isNative(value);
    name ??= value.name;
    type ??= value.type;
  } else if (value?.status >= 0 && value.arrayBuffer) {
    if (value.bodyUsed) return "a Response that was read";
    if (value.ok === false) return `a Response with status ${value.status}`;
    size = +(value.headers.get("content-length") ?? size);
    type ??= value.headers.get("content-type");
  } else if (value?.getReader) {
    if (value.locked) return "a ReadableStream that is being read";
  } else if (value?.pipe && value[Symbol.asyncIterator]) {
    // An error before the file is read, such as a missing file, would end the process.
    value.on("error", () => {});
    if (!value.errored && (value.destroyed || value.readableDidRead)) return "a stream that was read or destroyed";
  } else {
    return undefined;
  }
  // Both go into the headers of a part.
  name ??= "file";
  type ||= "application/octet-stream";
  if (typeof name !== "string" || typeof type !== "string" || /[^ -~]/.test(type)) return "a file with an unusable name or type";
  return { data: value, isRead, name: name.split(/[/\\]/).pop() || "file", type, size };
}

/** The prototypes whose getters work only on real buffers and views, of any realm. */
const BUFFERS = [ArrayBuffer.prototype, Object.getPrototypeOf(Uint8Array.prototype), DataView.prototype];

/** Returns the bytes of a buffer or view, ignoring its own properties, and `undefined` if it is detached or not a real one. */
function bytesOf(value: unknown): Uint8Array<ArrayBuffer> | undefined {
  for (const prototype of BUFFERS) {
    const get = (name: string): any => Reflect.get(prototype, name, value);
    try {
      // Throws for a view that is out of the bounds of its buffer; its length would be 0.
      get("keys")?.call(value);
      return new Uint8Array(get("buffer") ?? value, get("byteOffset"), get("byteLength"));
    } catch {
      // Not of this kind.
    }
  }
  return undefined;
}

/** Returns whether the size of a Blob is inherited from this realm's Blob. A body accepts no other Blob. */
const isNative = (blob: object): boolean =>
  Object.hasOwn(blob, "size") ? blob === Blob.prototype : isNative(Object.getPrototypeOf(blob));

/** Returns whether the bytes are not in memory yet: a stream, a Response, or a Blob of another realm or implementation. */
export const isUnread = ({ isRead }: Upload): boolean => !isRead;

/** Returns true if bytes were transferred away after they were found. */
export const isGone = ({ data, size }: Upload): boolean => data.length < size;

/** Returns a reader of a stream of Node. */
function readerOf(stream: any): { read: () => Promise<IteratorResult<unknown>>; cancel: () => Promise<void> } {
  const chunks = stream[Symbol.asyncIterator]();
  return { read: () => chunks.next(), cancel: async () => void stream.destroy() };
}

/**
 * Reads an unread file into memory; then its size is known. A stream is canceled when the signal is aborted, or if `onChunk`
 * throws.
 *
 * @param onChunk - Called after each chunk with the size of all so far, which is that of the file then.
 * @throws ValidationError for a chunk that is neither bytes nor text.
 * @internal
 */
export async function readFile(method: string, file: Upload, signal: AbortSignal | undefined, onChunk: (size: number) => void): Promise<void> {
  const { data } = file;
  const reader = data.pipe ? readerOf(data) : (data.getReader ? data : data.body)?.getReader?.();
  const cancel = (): void => reader?.cancel().catch(() => {});
  signal?.addEventListener("abort", cancel);
  const chunks: BlobPart[] = [];
  file.size = 0;
  const add = (value: unknown): void => {
    const chunk = typeof value === "string" ? value : bytesOf(value);
    if (chunk === undefined) throw new ValidationError(method, "", `bytes or Strings in ${file.name}`, describe(value));
    chunks.push(chunk);
    file.size += chunk.length;
    onChunk(file.size);
  };
  try {
    if (!reader) add(await data.arrayBuffer());
    for (let chunk; reader && !(chunk = await reader.read()).done; ) add(chunk.value);
  } finally {
    cancel(); // without effect on a stream that has ended
  }
  file.data = new Blob(chunks);
  file.size = file.data.size;
}
