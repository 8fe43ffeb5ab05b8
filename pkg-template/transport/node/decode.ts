// Decodes compressed bodies of the service.
import { builtin } from "./builtin.js";
import type { ClientResponse } from "node:http";

/** The most codings of a body: each one in a chain multiplies the CPU time of a byte. */
const MAX_CODINGS = 5;

/** The codings that the transport accepts. */
export const ACCEPTED = "gzip, deflate, br";

/** Returns the decoded body, or the unchanged one if a coding is unknown, like `fetch`. */
export async function decoded(response: ClientResponse, encoding: string): Promise<ClientResponse> {
  const codings = encoding.toLowerCase().split(",").map((coding) => coding.trim());
  if (codings.length > MAX_CODINGS) {
    response.destroy();
    throw new Error(`a body of more than ${MAX_CODINGS} codings`);
  }
  if (!codings.every((coding) => /^((x-)?gzip|deflate|br)$/.test(coding))) return response;
  const [zlib, { pipeline }] = await Promise.all([builtin("node:zlib"), builtin("node:stream")]);
  // As in browsers and `fetch`, the end of a body that is cut off is not an error of its own.
  const flush = { flush: zlib.constants["Z_SYNC_FLUSH"], finishFlush: zlib.constants["Z_SYNC_FLUSH"] };
  const brotli = { flush: zlib.constants["BROTLI_OPERATION_FLUSH"], finishFlush: zlib.constants["BROTLI_OPERATION_FLUSH"] };
  let body = response;
  for (const coding of codings.reverse()) {
    const next =
      coding === "br" ? zlib.createBrotliDecompress(brotli)
      : coding !== "deflate" ? zlib.createGunzip(flush)
      : (await isZlib(body)) ? zlib.createInflate(flush)
      : zlib.createInflateRaw(flush);
    // Errors of one body reach the next one.
    pipeline(body, next, () => {});
    body = next;
  }
  return body;
}

const EVENTS = ["readable", "end", "error", "close"] as const;

/** Returns whether `deflate` means the format of zlib, as specified, and not bare data, as some servers send. */
function isZlib(body: ClientResponse): Promise<boolean> {
  return new Promise((resolve) => {
    const look = (): void => {
      const chunk = body.read();
      if (!chunk && !body.readableEnded && !body.destroyed) return;
      // A body with listeners to `readable` does not flow.
      for (const event of EVENTS) body.off(event, look);
      // At once, because a body that is shorter than its first read would end meanwhile.
      if (chunk) body.unshift(chunk);
      resolve(!chunk || (chunk[0]! & 0x0f) === 8);
    };
    for (const event of EVENTS) body.on(event, look);
    look();
  });
}
