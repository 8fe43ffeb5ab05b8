// The body of a delivery: read up to a size and a time, decoded as UTF-8.
import type { RequestLike } from "../platform.js";
import { withDeadline } from "../transport/deadline.js";
import { isSmall, type ReadBytes, readBytes, readText } from "../transport/read-bytes.js";
import { utf8 } from "../engine/instance.js";
import { NOT_JSON, type Rejection } from "../updates/parse-update.js";
import type { Settings } from "./options.js";

// A byte order mark is skipped; invalid UTF-8 throws.
let fatal: TextDecoder | undefined;

/** Reads the text of a body. A body that is refused for its size, time or encoding is not read any further. */
export async function readBody(request: RequestLike, { maxBodyBytes, deadlineMs, core }: Settings): Promise<string | Rejection> {
  // Read by the program itself, such as a body parser of its framework. The delivery is valid and may come again.
  if (request.bodyUsed) return [500, "body", "an unread body (put the route before body parsers)", "one that was read before"];
  try {
    // Adapters have streams that are as fast.
    if (request.arrayBuffer && isSmall(request.headers, maxBodyBytes)) return checkedText(request, await request.text(), maxBodyBytes);
    // Spares a client that announces too much from sending it. Otherwise, the bytes that were read count.
    if (+request.headers.get("content-length")! > maxBodyBytes) return tooLarge(maxBodyBytes);
    // Firefox has no stream of it, adapters may have the whole body, and node-fetch has another kind of stream.
    const reader = request.body?.getReader?.();
    const reading = reader ? readBytes(reader, maxBodyBytes) : readText(request, maxBodyBytes);
    const result = await withDeadline<ReadBytes | undefined>(reading, deadlineMs, () => void reader?.cancel().catch(() => {}), core.clock);
    if (!result) return [408, "body", `all of it within ${deadlineMs} ms`, "less"];
    return result.isWhole ? (fatal ??= new TextDecoder("utf-8", { fatal: true })).decode(result.bytes) : tooLarge(maxBodyBytes);
  } catch {
    return NOT_JSON;
  }
}

/** Platforms replace invalid UTF-8 by U+FFFD, which has another length in most cases. No text has fewer bytes than units. */
function checkedText({ headers }: RequestLike, text: string, most: number): string | Rejection {
  if (text.length > most) return tooLarge(most);
  return text.includes("\ufffd") && utf8().encode(text).length !== +headers.get("content-length")! ? NOT_JSON : text;
}

const tooLarge = (most: number): Rejection => [413, "body", `at most ${most} bytes`, "more"];
