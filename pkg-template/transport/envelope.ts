// The last stage of a call: the envelope around every answer of the service. Spec: core, Conventions that hold for every method.
import { ApiError, HttpError } from "../errors/errors.js";
import { printable } from "../errors/printable.js";
import type { ResponseLike } from "../platform.js";
import { EXCERPT, MAX_FAILURE_BYTES } from "../policy.js";
import { readChunks } from "../request/files.js";

/** A string: V8 would parse a literal with its classes of Unicode at each cold start. */
const UNSEEN = "[\\p{Cc}\\p{Cf}\\s]+";

/** UTF-16 units of a text of which the beginning is shown. */
const MAX_EXCERPTED = 16_384;

/** The text of a response: all of a success, the start of a failure. */
export async function readResponse(method: string, response: ResponseLike, maxBytes: number): Promise<string> {
  const { ok, status, body } = response;
  if (!body?.getReader || (ok && isBounded(response, maxBytes))) {
    const text = await response.text();
    if (text.length > maxBytes) throw tooLarge(method, status, maxBytes);
    return text;
  }
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of readChunks(body)) {
    text += decoder.decode(chunk, { stream: true });
    size += chunk.byteLength;
    if (ok && size > maxBytes) throw tooLarge(method, status, maxBytes);
    if (!ok && size >= MAX_FAILURE_BYTES) break;
  }
  return text + decoder.decode();
}

/**
 * Whether a body cannot be larger than that: its length is announced and it is not compressed. Pages do not see the
 * `content-encoding` of another origin.
 */
const isBounded = ({ type, headers }: ResponseLike & { readonly type?: string }, maxBytes: number): boolean =>
  Number(headers.get("content-length") ?? NaN) <= maxBytes && type !== "cors" && !headers.get("content-encoding");

/**
 * Lists, objects and items behind the first of the largest answer: each takes some 50 bytes of memory, and may take one of
 * text.
 */
const MAX_VALUES = 1_000_000;

const tooLarge = (method: string, status: number, most: number, of = "bytes, see maxResponseBytes"): HttpError =>
  new HttpError(method, Number(status) || 0, `an answer of more than ${most} ${of}`);

/** The `result` of a success, untouched; throws an ApiError for a failure and an HttpError for anything else. */
export function parseEnvelope(method: string, { ok, status }: ResponseLike, text: string): unknown {
  if (text.length > MAX_VALUES && text.split(/[[{,]/, MAX_VALUES + 1).length > MAX_VALUES) throw tooLarge(method, status, MAX_VALUES, "values");
  let envelope: any;
  try {
    envelope = JSON.parse(text);
  } catch {
    // Reported below.
  }
  if (ok && envelope?.ok === true && "result" in envelope) return envelope.result;
  if (envelope?.ok === false) {
    const { error_code: code, description, parameters } = envelope;
    throw new ApiError(
      method,
      Number.isSafeInteger(code) ? code : Number(status) || 0,
      typeof description === "string" ? printable(description) : "",
      parameters instanceof Object ? parameters : undefined,
    );
  }
  const isRedirect = status === 0 || (status >= 300 && status < 400);
  const what = isRedirect ? "a redirect, which is not followed" : text ? "not an answer of the service" : "an empty body";
  // Characters that steer a terminal are taken out.
  const excerpt = [...text.slice(0, MAX_EXCERPTED).replace(new RegExp(UNSEEN, "gu"), " ").trim()].slice(0, EXCERPT).join("");
  throw new HttpError(method, Number(status) || 0, what, excerpt);
}
