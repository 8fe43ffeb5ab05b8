// The fourth stage of a call: the request, by the platform's `fetch` or an injected one.
import type { FetchInit, FetchLike, ResponseLike } from "../platform.js";

/** Sends a request by an injected `fetch` or by the platform's, which may throw synchronously. */
export function send(
  fetch: FetchLike | undefined,
  url: string,
  init: FetchInit,
  signal: AbortSignal | undefined,
): Promise<ResponseLike> {
  if (signal) init.signal = signal;
  // Called without an object: workerd and browsers refuse a `fetch` that is a method of anything but the global object.
  return fetch ? fetch(url, init) : globalThis.fetch(url, init as RequestInit);
}
