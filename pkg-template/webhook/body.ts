// The body of a delivery: read up to a size and a time, decoded as UTF-8.
import { runtime } from "../engine/configure.js";
import { encoder } from "../engine/instance.js";
import type { RequestLike } from "../platform.js";
import { withDeadline } from "../transport/deadline.js";
import { NOT_JSON, type Rejection } from "../updates/shape.js";
import type { Settings } from "./options.js";

type Reader = ReadableStreamDefaultReader<Uint8Array>;

// A byte order mark is skipped; invalid UTF-8 throws. Spec: core, Conventions that hold for every method, 5.
let utf8: TextDecoder | undefined;

/** The text of a body, or why it is refused: its size, its time, its encoding. What is left of a refused one is not read. */
export async function readBody(request: RequestLike, settings: Settings): Promise<string | Rejection> {
  const { maxBodyBytes, deadlineMs } = settings;
  const { headers } = request;
  const length = headers.get("content-length");
  if (+length! > maxBodyBytes) return tooLarge(settings);
  const bounded = runtime.boundedBy?.(length, headers);
  // By the program itself, such as its middleware: nothing is wrong with the delivery, which may come again.
  if (request.bodyUsed) return [500, "body", "a body that nobody has read", "one that was read before"];
  try {
    const read =
      bounded === "program" ? await request.text()
      : bounded ? await withDeadline<Whole>(request.text(), deadlineMs, () => late(settings))
      : await readCounting(request, settings);
    return typeof read !== "string" ? decoded(read, settings) : isSound(read, length, settings) ? read : repaired(read, length, settings);
  } catch {
    return NOT_JSON;
  }
}

/** The text of bytes, or why the bytes are refused. */
function decoded(read: Exclude<Whole, string>, settings: Settings): string | Rejection {
  if (!read || ("byteLength" in read && read.byteLength > settings.maxBodyBytes)) return tooLarge(settings);
  return "byteLength" in read ? (utf8 ??= new TextDecoder("utf-8", { fatal: true })).decode(read) : read;
}

/** Nothing for a body that is too large. */
type Whole = string | Uint8Array | Rejection | undefined;

/** What the platform puts in place of bytes that are no UTF-8. */
const REPLACEMENT = "\ufffd";
const BYTE_ORDER_MARK = "\ufeff";
/** How many bytes of UTF-8 each of these two characters takes. */
const THEIR_BYTES = 3;

/** Whether the platform cannot have replaced anything in a text that it has decoded, which is surely small enough. */
const isSound = (text: string, length: string | null, { maxBodyBytes }: Settings): boolean =>
  text.length * THEIR_BYTES <= maxBodyBytes && !text.startsWith(BYTE_ORDER_MARK) && !isReplaced(text, length);

/** Without a known length there is nothing to compare. */
const isReplaced = (text: string, length: string | null): boolean => length !== null && text.includes(REPLACEMENT);

/**
 * A text that the platform has decoded, which costs a third of what its bytes do in workerd. It replaces what is no
 * UTF-8, and so makes the text longer than what was announced: refused. What is not longer passes, since nothing distinguishes
 * it from replacement characters that were sent: the first three bytes of a character of four, what stands behind a
 * byte order mark and is longer by its three bytes, and what the program made itself, whose length is not known. A byte
 * order mark the platform may have skipped, or not, as old compatibility dates do not.
 */
function repaired(text: string, length: string | null, settings: Settings): string | Rejection {
  const bytes = encoder.encode(text).length;
  if (bytes > settings.maxBodyBytes) return tooLarge(settings);
  const isWhole = !length || bytes === +length;
  if (isReplaced(text, length) && !isWhole && bytes + THEIR_BYTES !== +length!) return NOT_JSON;
  return text.startsWith(BYTE_ORDER_MARK) && isWhole ? text.slice(1) : text;
}

const tooLarge = ({ maxBodyBytes }: Settings): Rejection => [413, "body", `at most ${maxBodyBytes} bytes`, "more"];
const late = ({ deadlineMs }: Settings): Rejection => [408, "body", `all of it within ${deadlineMs} ms`, "less"];

function readCounting(request: RequestLike, settings: Settings): Promise<Whole> {
  // Firefox has no stream of it, adapters may have it as a whole, and node-fetch has another kind of stream.
  const reader: Reader | undefined = request.body?.getReader?.();
  return withDeadline<Whole>(reader ? readAll(reader, settings.maxBodyBytes) : request.text(), settings.deadlineMs, () => {
    reader?.cancel().catch(() => {});
    return late(settings);
  });
}

/** Nothing if there are more bytes than `most`. */
async function readAll(reader: Reader, most: number): Promise<Uint8Array | undefined> {
  let bytes: Uint8Array = new Uint8Array();
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return bytes.subarray(0, size);
    const end = size + value.byteLength;
    // Written so that a NaN is refused too: the size of a chunk that holds no bytes.
    if (!(end <= most)) return void reader.cancel().catch(() => {});
    // Bytes, of whatever kind.
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
  }
}
