// The internals of the package that tests use. Only this file contains their paths.
// Not the entry of Node, which is one file with all of these in it.
import { Bot, createWebhookHandler, poll, registerWebhook, updates } from "../node_modules/botwire/entries/default.js";
import { ApiError, HttpError, NetworkError, TimeoutError } from "../node_modules/botwire/errors/errors.js";
import { retryAfterMs } from "../node_modules/botwire/errors/guards.js";
import { keyOfToken } from "../node_modules/botwire/options/bot-id.js";
import { backoffMs, callWithRetry } from "../node_modules/botwire/transport/retry.js";
import { busyMs } from "../node_modules/botwire/updates/poll.js";
import { memoryStore } from "../node_modules/botwire/stores/memory.js";
import { decodePath } from "../node_modules/botwire/webhook/path.js";

export { poll, registerWebhook, backoffMs, busyMs, decodePath, keyOfToken, memoryStore, retryAfterMs, updates };
export * as constants from "../node_modules/botwire/policy.js";

const ADDRESS = { baseUrl: "https://service.example", token: "1:a" };
export const botOf = (fetch, options) => new Bot({ ...ADDRESS, fetch, ...options });
export const webhookOf = (options, handler) => createWebhookHandler({ ...ADDRESS, store: false, ...options }, handler);

/** A response whose status may be 0, as for redirects in a browser. */
export const responseOf = (status, body) => ({
  ok: status >= 200 && status < 300,
  status,
  body: null,
  headers: new Headers(),
  text: async () => body,
});

/** Fails in the way that the vector describes. */
export async function fail({ kind, status, retry_after }) {
  if (kind === "network") throw new TypeError("fetch failed");
  if (kind === "http") return responseOf(status, "");
  return responseOf(status, JSON.stringify({ ok: false, error_code: status, description: "", parameters: { retry_after: retry_after ?? undefined } }));
}

const errorOf = (method, { kind, status, retry_after }) =>
  kind === "api" ? new ApiError(method, status, "", retry_after === null ? undefined : { retry_after })
  : kind === "http" ? new HttpError(method, status, "")
  : kind === "timeout" ? new TimeoutError(method, 1) : new NetworkError(method, "no response");

/** How long a failed call waits before its next retry; null if no retry follows. The clock is put in place here. */
export async function retryWait(mock, now, { failure, is_idempotent, retries, max_wait_ms, total_ms, retried, elapsed_ms }) {
  const method = is_idempotent ? "getMe" : "sendMessage";
  const error = errorOf(method, failure);
  // Those before the last one ask for no time.
  const earlier = errorOf(method, { kind: "api", status: 429, retry_after: 0 });
  let reads = 0;
  mock.method(performance, "now", () => (reads++ === 0 ? now - elapsed_ms : now));
  const stop = new AbortController();
  let waited = null;
  const onRetry = (cause, _count, waitMs) => {
    if (cause !== error) return;
    waited = waitMs;
    stop.abort();
  };
  const retry = { retries, maxWaitMs: max_wait_ms, baseMs: 500, totalMs: total_ms ?? Infinity, onRetry };
  const settings = { retry, signal: stop.signal };
  let attempts = 0;
  const attempt = async () => {
    if (waited !== null) return;
    throw attempts++ < Math.min(retried, retries) ? earlier : error;
  };
  try {
    await callWithRetry({ method, params: {}, settings, core: { redact: String } }, attempt);
  } catch (thrown) {
    if (waited === null && thrown !== error) throw thrown;
  }
  return waited;
}
