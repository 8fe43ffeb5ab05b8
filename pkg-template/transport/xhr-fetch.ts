// A `fetch` for pages and their workers that reports how much of an upload was sent, by XMLHttpRequest.
import { ValidationError } from "../errors/errors.js";
import type { FetchInit, ResponseLike } from "../platform.js";

/**
 * A `fetch` on XMLHttpRequest, the only one in a browser that knows how far an upload is:
 *
 * ```ts
 * await bot.sendVideo({ chat_id, video }, { fetch: xhrFetch, onUploadProgress: (sent, total) => show(sent / total) });
 * ```
 *
 * Where the service is on another origin, `onUploadProgress` costs a preflight request, which the service must answer.
 * XMLHttpRequest follows redirects, unlike `fetch`: the call then rejects with an HttpError, but the file was sent on.
 *
 * @throws ValidationError where there is no XMLHttpRequest, as in servers and service workers.
 */
export async function xhrFetch(url: string, init: FetchInit): Promise<ResponseLike> {
  if (typeof XMLHttpRequest !== "function") throw new ValidationError("xhrFetch", "", "a runtime with XMLHttpRequest", "none");
  const { method, headers = {}, body, signal, onUploadProgress } = init;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = "arraybuffer";
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    if (onUploadProgress) request.upload.onprogress = ({ loaded, total }) => onUploadProgress(loaded, total);
    request.onload = () => {
      const { status, response, responseURL } = request;
      // As a browser's fetch shows a redirect that it does not follow.
      const isRedirected = responseURL !== "" && responseURL !== new URL(url).href;
      const ok = !isRedirected && status >= 200 && status < 300;
      const text = async (): Promise<string> => new TextDecoder().decode(response);
      resolve({ ok, status: isRedirected ? 0 : status, headers: { get: (name) => request.getResponseHeader(name) }, text });
    };
    request.onerror = () => reject(new TypeError("Failed to fetch"));
    const abort = (): void => request.abort();
    request.onabort = () => reject(signal?.reason);
    request.onloadend = () => signal?.removeEventListener("abort", abort);
    signal?.addEventListener("abort", abort);
    request.send(body ?? null);
  });
}
