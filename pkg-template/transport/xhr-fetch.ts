// A `fetch` for pages and their workers that reports how much of an upload was sent, by XMLHttpRequest.
import { ValidationError } from "../errors/errors.js";
import type { FetchInit, ResponseLike } from "../platform.js";
import { MAX_FAILURE_BYTES, MAX_RESPONSE_BYTES } from "../policy.js";
import { tooLarge } from "./envelope.js";

/** The `readyState` from which status, headers and URL of the response are known. */
const HEADERS_RECEIVED = 2;

/**
 * Sends requests with XMLHttpRequest, which reports the progress of uploads in a browser. Pass it as the option `fetch`:
 *
 * ```ts
 * await bot.sendVideo({ chat_id, video }, { fetch: xhrFetch, onUploadProgress: (sent, total) => show(sent / total) });
 * ```
 *
 * If the service has another origin, `onUploadProgress` costs a CORS preflight, which the service must answer.
 *
 * XMLHttpRequest follows redirects, and a page cannot prevent that. After a 307 or 308, the browser sends the parameters and
 * files to the other URL. The call then rejects with an HttpError. To prevent this, list only the service in `connect-src` of
 * your Content-Security-Policy.
 *
 * A response larger than `maxResponseBytes` is aborted when the browser reports its size, which it does every 50 ms.
 *
 * @throws ValidationError if XMLHttpRequest does not exist, as in servers and service workers.
 */
export async function xhrFetch(url: string, init: FetchInit): Promise<ResponseLike> {
  if (typeof XMLHttpRequest !== "function") throw new ValidationError("xhrFetch", "", "a runtime with XMLHttpRequest", "none");
  const { method, headers = {}, body, signal, onUploadProgress, maxResponseBytes = MAX_RESPONSE_BYTES } = init;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = "arraybuffer";
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    if (onUploadProgress) request.upload.onprogress = ({ loaded, total }) => onUploadProgress(loaded, total);
    const header = (name: string): string | null => request.getResponseHeader(name);
    const isSuccess = (): boolean => request.status >= 200 && request.status < 300;
    /** Aborts the request if the response exceeds the limit. */
    const refuseOver = (received: number): void => {
      const most = isSuccess() ? maxResponseBytes : Math.max(maxResponseBytes, MAX_FAILURE_BYTES);
      if (!(received > most)) return;
      reject(tooLarge(new URL(url).pathname.split("/").at(-1)!, request.status, `${most} bytes, see maxResponseBytes`));
      request.abort();
    };
    request.onreadystatechange = () => {
      const { readyState, responseURL } = request;
      if (readyState !== HEADERS_RECEIVED) return;
      // Like a browser's fetch for a redirect that it does not follow.
      if (responseURL !== "" && responseURL !== new URL(url).href) {
        resolve({ ok: false, status: 0, headers: { get: () => null }, text: async () => "" });
        request.abort();
      } else refuseOver(Number(header("content-length")));
    };
    request.onprogress = ({ loaded }) => refuseOver(loaded);
    request.onload = () => {
      const { status, response } = request;
      refuseOver(response.byteLength);
      resolve({ ok: isSuccess(), status, headers: { get: header }, text: async () => new TextDecoder().decode(response) });
    };
    request.onerror = () => reject(new TypeError("Failed to fetch"));
    const abort = (): void => request.abort();
    request.onabort = () => reject(signal?.reason);
    request.onloadend = () => signal?.removeEventListener("abort", abort);
    signal?.addEventListener("abort", abort);
    request.send(body ?? null);
  });
}
