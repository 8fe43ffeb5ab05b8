// An answer over HTTP: its headers, and for a file the requested range.

import type { PlatformResponse } from "../../platform.js";
import { type Answer, halves } from "./answer.js";

/** An answer with its headers. */
export interface HttpAnswer {
  status: number;
  headers: Record<string, string>;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Returns the response to a request with this method and `Range` header. `HEAD` gets no bytes.
 *
 * @internal
 */
export function httpAnswer(answer: Answer, verb: string, range: string | null | undefined): HttpAnswer {
  const { body } = answer;
  const whole = typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body);
  const headers: Record<string, string> = { "content-type": answer.contentType, ...answer.headers };
  let { status } = answer;
  let bytes = whole;
  if (status === 405) headers["allow"] = "GET, POST, OPTIONS";
  if (typeof body !== "string") {
    headers["accept-ranges"] = "bytes";
    const part = verb === "GET" ? asked(range ?? "", whole.length) : undefined;
    if (part !== undefined) {
      const [from, to] = part;
      bytes = whole.subarray(from, to);
      status = from < to ? 206 : 416;
      headers["content-range"] = from < to ? `bytes ${from}-${to - 1}/${whole.length}` : `bytes */${whole.length}`;
    }
  }
  headers["content-length"] = String(bytes.length);
  return { status, headers, bytes };
}

/**
 * Converts the answer to a Response. A dropped connection rejects like the platform's fetch.
 *
 * @internal
 */
export function toResponse(answer: Answer, verb: string, range: string | null): PlatformResponse {
  const { fault, millis } = answer;
  if (fault === "drop") throw new TypeError("fetch failed", { cause: new Error("the connection was dropped") });
  const { status, headers, bytes } = httpAnswer(answer, verb, range);
  if (verb === "HEAD") return new Response(null, { status, headers });
  if (fault === "") return new Response(bytes, { status, headers });
  return new Response(halves(bytes, fault === "cut_off" ? undefined : millis), { status, headers });
}

/** Returns the range in a header: an empty one if no byte is in the range, `undefined` for the whole file. */
function asked(range: string, length: number): [from: number, to: number] | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range.trim()) ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  if (first === "") return [Math.max(length - Number(last), 0), length];
  const from = Number(first);
  if (last !== "" && Number(last) < from) return undefined;
  return from < length ? [from, Math.min(last === "" ? length : Number(last) + 1, length)] : [0, 0];
}
