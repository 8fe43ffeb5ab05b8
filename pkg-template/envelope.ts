// The envelope around every answer of the service. Spec: core, Conventions that hold for every method.
import { ApiError, HttpError } from "./errors.js";
import { read } from "./files.js";
import type { ResponseLike } from "./platform.js";
import type { Redact } from "./redact.js";

/** Characters of a foreign body that an error shows. */
const EXCERPT = 200;
/** Not as a literal, which V8 looks through with the script: 0.1 ms of a cold start for the classes of Unicode alone. */
const UNSEEN = "[\\p{Cc}\\p{Cf}\\s]+";
/** Bytes that are read of an answer that is no success; an envelope of a failure is far smaller. */
const FAILURE_BYTES = 65_536;

/** The text that an envelope may be in. */
export const envelopeText = (response: ResponseLike): Promise<string> => (response.ok ? response.text() : head(response));

/** The `result` of a success, untouched; throws an ApiError for a failure and an HttpError for anything else. */
export function readEnvelope(method: string, { ok, status }: ResponseLike, text: string, redact: Redact): unknown {
  let envelope: any;
  try {
    envelope = JSON.parse(text);
  } catch {
    // Told below.
  }
  if (ok && envelope?.ok === true && "result" in envelope) return envelope.result;
  if (envelope?.ok === false) {
    const { error_code: code, description, parameters } = envelope;
    throw new ApiError(
      method,
      typeof code === "number" ? code : status,
      typeof description === "string" ? redact(description) : "",
      parameters instanceof Object ? JSON.parse(redact(JSON.stringify(parameters))) : undefined,
    );
  }
  const isRedirect = status === 0 || (status >= 300 && status < 400);
  const what = isRedirect ? "a redirect, which is not followed" : text ? "not an answer of the service" : "an empty body";
  // Redacted before it is cut: a cut token would be shown. Characters that steer a terminal are taken out.
  const excerpt = redact(text).replace(new RegExp(UNSEEN, "gu"), " ").trim().slice(0, EXCERPT);
  throw new HttpError(method, Number(status) || 0, what, excerpt);
}

/** The start of a body, the rest of which is not awaited. */
async function head(response: ResponseLike): Promise<string> {
  if (!response.body?.getReader) return response.text();
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of read(response.body)) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= FAILURE_BYTES) break;
  }
  return text;
}
