// The third stage of a call: parameters and files as an HTTP request.
import { type Runtime, runtime } from "../engine/configure.js";
import { ValidationError } from "../errors/errors.js";
import type { CallSettings } from "../options/call-options.js";
import type { FetchInit, UploadProgress } from "../platform.js";
import { encodeForm } from "./fields.js";
import type { Upload } from "./files.js";
import { type Body, multipart } from "./multipart.js";
import { type ProgressOf, tellBoth } from "./upload-progress.js";

/** The arguments of `fetch`. */
export interface EncodedRequest {
  readonly url: string;
  readonly init: FetchInit;
}

/**
 * Encodes parameters, passed as JSON text, and files for the URL of a method.
 *
 * @param onProgress - Called with the bytes that the runtime has taken of a body with files.
 */
export function encodeRequest(
  method: string,
  methodUrl: string,
  json: string,
  files: readonly Upload[],
  { encoding, fetch, transport, httpMethod, isGet, onUploadProgress, maxResponseBytes }: CallSettings,
  onProgress: UploadProgress,
): EncodedRequest {
  const hasFiles = files.length > 0;
  if (hasFiles && isGet) throw new ValidationError(method, "httpMethod", '"POST", which a file needs', '"GET"');
  const init: FetchInit = { method: hasFiles ? "POST" : httpMethod, redirect: "manual", ...(fetch && { maxResponseBytes }) };
  if (init.method === "GET" || (encoding === "query" && !hasFiles)) {
    const query = encodeForm(json);
    return { url: query ? `${methodUrl}?${query}` : methodUrl, init };
  }
  // Some servers reject a multipart body without parts.
  const isEmpty = encoding === "multipart" && json === "{}";
  const progress: ProgressOf | undefined = hasFiles ? { onProgress, onUploadProgress } : undefined;
  // The platform's own `fetch` ignores the option.
  if (progress && onUploadProgress) init.onUploadProgress = tellBoth(progress);
  // An injected `fetch` may take no stream.
  const stream = fetch ? undefined : (transport ?? runtime).stream;
  return { url: methodUrl, init: isEmpty ? init : Object.assign(init, encodeBody(json, files, encoding, stream, progress)) };
}

/**
 * Encodes parameters and files. Files require multipart.
 *
 * @internal
 */
export function encodeBody(
  json: string,
  files: readonly Upload[],
  encoding: string | undefined,
  stream?: Runtime["stream"],
  progress?: ProgressOf,
): Body {
  if (files.length > 0 || encoding === "multipart") return multipart(json, files, stream, progress);
  return encoding === "form"
    ? { body: encodeForm(json), headers: { "content-type": "application/x-www-form-urlencoded" } }
    : { body: json, headers: { "content-type": "application/json" } };
}
