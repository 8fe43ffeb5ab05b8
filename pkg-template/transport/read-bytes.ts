// Reads bodies up to a size. Counts the bytes, because the announced length of a header may be wrong.
import { utf8 } from "../engine/instance.js";

/** The bytes from the start of a body, and whether they are all of it. */
export interface ReadBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isWhole: boolean;
}

/** Deno and Bun go on reading a body in chunks after the length that it announces, and hide that it comes in chunks. */
const isFooled = "Deno" in globalThis || "Bun" in globalThis;

/**
 * Returns whether a body announces a size within the limit. The platform then reads it whole, several times as fast as piece by piece,
 * and its size is checked afterwards. A body in chunks need not have the size that it announces.
 */
export const isSmall = (headers: { get(name: string): string | null } | undefined, most: number): boolean =>
  !isFooled && Number(headers?.get("content-length") || NaN) <= most && !headers!.get("transfer-encoding");

/** Reads a body that is not a stream: its size is known only after it has been read. */
export async function readText(source: { text(): Promise<string> }, most: number): Promise<ReadBytes> {
  const bytes = utf8().encode(await source.text());
  return { bytes: bytes.subarray(0, most), isWhole: bytes.length <= most };
}

/** Reads a body to its end, or until more than `most` bytes have come; then the body is canceled. */
export async function readBytes(reader: ReadableStreamDefaultReader<any>, most: number): Promise<ReadBytes> {
  let bytes: Uint8Array<ArrayBuffer> = new Uint8Array();
  try {
    for (let size = 0; ; ) {
      const { done, value } = await reader.read();
      if (done) return { bytes: bytes.subarray(0, size), isWhole: true };
      const end = size + value.byteLength;
      // Written so that NaN is refused too: the size of a chunk without bytes.
      const isWhole = end <= most;
      // Bytes of whatever kind, of any realm.
      const chunk = new Uint8Array(value.buffer ?? value, value.byteOffset, value.byteLength);
      // Copied, because each retained chunk takes hundreds of bytes more than its content.
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
