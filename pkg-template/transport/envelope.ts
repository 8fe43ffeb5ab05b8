// The last stage of a call: the envelope around every answer of the service.
import { ApiError, HttpError } from "../errors/errors.js";
import { printable } from "../errors/printable.js";
import type { ResponseLike } from "../platform.js";
import { EXCERPT, MAX_FAILURE_BYTES } from "../policy.js";
import { isSmall, readBytes, readText } from "./read-bytes.js";

/** A string: V8 would parse a literal with its classes of Unicode at each cold start. */
const UNSEEN = "[\\p{Cc}\\p{Cf}\\s]+";

/** The part of a text from which the excerpt is taken, in UTF-16 units. */
const MAX_EXCERPTED = 16_384;

/**
 * Reads the text of a response: all of a success, the start of a failure. If it announces a size within the limit, or if an injected
 * `fetch` returns a body that is not a stream, its size is checked after it has been read.
 */
export async function readResponse(method: string, response: ResponseLike, maxBytes: number): Promise<string> {
  const { ok, status, body, headers } = response;
  const most = ok ? maxBytes : MAX_FAILURE_BYTES - 1;
  // A compressed answer announces another size than it has, and a page does not see whether the answer of another origin is compressed.
  if (isSmall(headers, most) && !headers!.get("content-encoding") && (response as { type?: unknown }).type !== "cors") {
    const text = await response.text();
    // No text has fewer bytes than units.
    if (text.length <= most) return text;
    if (ok) throw tooLarge(method, status, `${maxBytes} bytes, see maxResponseBytes`);
    return text.slice(0, most);
  }
  const reader = body?.getReader?.();
  const { bytes, isWhole } = await (reader ? readBytes(reader, most) : readText(response, most));
  if (ok && !isWhole) throw tooLarge(method, status, `${maxBytes} bytes, see maxResponseBytes`);
  return new TextDecoder().decode(bytes);
}

/** The most values in an answer, including keys. 100 updates with 100 mentions in each of two texts have 240,000. */
const MAX_VALUES = 300_000;

/** The most levels of an answer. Recursive functions of a program overflow the stack from 3,000 levels on. */
const MAX_LEVELS = 2500;

/** Counts the values of a JSON text, up to one too many, and its levels. Its size limits memory, but not the time to parse it. */
function measure(text: string): { values: number; levels: number } {
  let values = 0;
  let levels = 0;
  let level = 0;
  let isInString = false;
  // A shorter text exceeds neither limit.
  const end = text.length > MAX_LEVELS ? text.length : 0;
  for (let at = 0; at < end && values <= MAX_VALUES; at++) {
    const char = text[at];
    if (char === '"') isInString = !isInString;
    else if (isInString) at += char === "\\" ? 1 : 0;
    else if (char === "]" || char === "}") level--;
    else if (char === "[" || char === "{" || char === ",") {
      values++;
      if (char !== ",") levels = Math.max(levels, ++level);
    }
  }
  return { values, levels };
}

/** Returns the error for a success that is too large. */
export const tooLarge = (method: string, status: number, most: string): HttpError =>
  new HttpError(method, Number(status) || 0, `an answer of more than ${most}`);

/** Returns the `result` of a success, unchanged. Throws an ApiError for a failure and an HttpError for anything else. */
export function parseEnvelope(method: string, { ok, status }: ResponseLike, text: string): unknown {
  const { values, levels } = measure(text);
  if (values > MAX_VALUES) throw tooLarge(method, status, `${MAX_VALUES} values`);
  let envelope: any;
  try {
    envelope = JSON.parse(text);
  } catch {
    // Reported below.
  }
  if (ok && envelope?.ok === true && "result" in envelope) {
    if (levels > MAX_LEVELS) throw tooLarge(method, status, `${MAX_LEVELS} levels`);
    return envelope.result;
  }
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
  const what = isRedirect ? "a redirect, which is not followed" : text ? "not a response from the service" : "an empty body";
  // Control characters are removed, because a terminal obeys them.
  const excerpt = [...text.slice(0, MAX_EXCERPTED).replace(new RegExp(UNSEEN, "gu"), " ").trim()].slice(0, EXCERPT).join("");
  throw new HttpError(method, Number(status) || 0, what, excerpt);
}
