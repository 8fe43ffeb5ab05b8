// Reads bodies up to a size, by counting what comes: a length that a header announces proves nothing.
import { utf8 } from "../engine/instance.js";

/** Bytes that were read from the start of a body, and whether that was all of it. */
export interface ReadBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isWhole: boolean;
}

/** Reads a body that is not a stream: its size is known only after it has been read. */
export async function readText(source: { text(): Promise<string> }, most: number): Promise<ReadBytes> {
  const bytes = utf8().encode(await source.text());
  return { bytes: bytes.subarray(0, most), isWhole: bytes.length <= most };
}

/** Reads a body to its end, or until more than `most` bytes have come; then the body is cancelled. */
export async function readBytes(reader: ReadableStreamDefaultReader<any>, most: number): Promise<ReadBytes> {
  let bytes: Uint8Array<ArrayBuffer> = new Uint8Array();
  try {
    for (let size = 0; ; ) {
      const { done, value } = await reader.read();
      if (done) return { bytes: bytes.subarray(0, size), isWhole: true };
      const end = size + value.byteLength;
      // Written so that a NaN is refused too: the size of a chunk that holds no bytes.
      const isWhole = end <= most;
      // Bytes of whatever kind, of any realm.
      const chunk = new Uint8Array(value.buffer ?? value, value.byteOffset, value.byteLength);
      // Copied, since each retained chunk takes hundreds of bytes more than it holds.
      if (size > 0) {
        if (end > bytes.length) {
          const larger = new Uint8Array(2 * end);
          larger.set(bytes);
          bytes = larger;
        }
        bytes.set(chunk, size);
      } else bytes = chunk;
      size = end;
      if (!isWhole) return { bytes: bytes.subarray(0, size), isWhole };
    }
  } finally {
    // Without effect on a body that has ended.
    reader.cancel().catch(() => {});
  }
}
