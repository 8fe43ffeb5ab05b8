// Downloads: a streaming Response without the URL, which holds the token.
import { call, type Core, known, TIMEOUT_MS } from "./call.js";
import { describe } from "./describe.js";
import { start } from "./engine.js";
import { isTimeoutError, TimeoutError, ValidationError } from "./errors.js";
import { type AbortOptions, exchange, withTimeout } from "./exchange.js";
import { envelopeText, readEnvelope } from "./envelope.js";
import type { PlatformResponse, ResponseLike, SignalLike } from "./platform.js";
import { bytesOption, durationOption, FUNCTION, isFunction, option, reading, signalOption } from "./settings.js";

/** What can be downloaded: a `file_id`, a File of getFile, or any object with a `file_id` (Document, PhotoSize …). */
export type DownloadSource =
  | string
  | { readonly file_id: string; readonly file_size?: number | undefined; readonly file_path?: string | undefined };

/** Options of {@link Bot.download}. */
export interface DownloadOptions {
  /** Aborts the download; the stream then fails with an AbortedError. */
  signal?: SignalLike | undefined;
  /** Called after each chunk with the bytes so far and, where it is known, of the whole file. */
  onProgress?: ((received: number, total: number | undefined) => void) | undefined;
  /** The longest time in milliseconds without a byte; 0 for no limit. Default 60 000. */
  timeoutMs?: number | undefined;
  /**
   * The longest time in milliseconds for all of the download, so that a service that sends a byte a minute cannot hold it for
   * ever; 0 for no limit. It is looked at while bytes are awaited. Default 600 000: with 20 MB, 35 kB a second.
   */
  totalMs?: number | undefined;
  /** The largest file in bytes. Default 20 MB, the service's own limit. */
  maxBytes?: number | undefined;
}

/** Bytes. */
const MAX_BYTES = 20 * 1024 * 1024;
const METHOD = "download";

const TOTAL_MS = 600_000;

interface Checked extends AbortOptions {
  /** When the download began. */
  readonly since: number;
  readonly totalMs: number;
  readonly onProgress: DownloadOptions["onProgress"];
  readonly maxBytes: number;
}

/** See {@link Bot.download}. */
export async function download(core: Core, file: unknown, options: unknown = {}): Promise<PlatformResponse> {
  const { redact, fetch, fileUrl, settings: { maxResponseBytes: maxText } } = core;
  try {
    const checked = reading<Checked>(METHOD, options, ({ signal, onProgress, timeoutMs, totalMs, maxBytes }) => ({
      method: METHOD,
      redact,
      signal: signalOption(METHOD, signal),
      onProgress: option(METHOD, "onProgress", onProgress, FUNCTION, isFunction),
      timeoutMs: durationOption(METHOD, "timeoutMs", timeoutMs) ?? TIMEOUT_MS,
      since: Date.now(),
      totalMs: durationOption(METHOD, "totalMs", totalMs) ?? TOTAL_MS,
      maxBytes: bytesOption(METHOD, "maxBytes", maxBytes) ?? MAX_BYTES,
    }));
    // Errors are redacted by the engine.
    const starting = start();
    if (starting !== undefined) await starting;
    const url = fileUrl + (await pathOf(core, file, checked));
    const response = await inTotal(checked, (options) =>
      exchange(fetch, url, { method: "GET", redirect: "manual" }, options, async (response) => {
        if (!response.ok) readEnvelope(METHOD, response, await envelopeText(METHOD, response, maxText), redact);
        return response;
      }),
    );
    return streamed(response, checked);
  } catch (error) {
    throw known(METHOD, error, redact);
  }
}

/** Waits no longer than what is left of the whole time. */
async function inTotal<T>(options: Checked, wait: (options: Checked) => Promise<T>): Promise<T> {
  const { since, totalMs, timeoutMs } = options;
  const leftMs = totalMs > 0 ? since + totalMs - Date.now() : Infinity;
  if (leftMs >= (timeoutMs || Infinity)) return wait(options);
  try {
    if (leftMs <= 0) throw new TimeoutError(METHOD, totalMs);
    return await wait({ ...options, timeoutMs: leftMs });
  } catch (error) {
    throw isTimeoutError(error) ? new TimeoutError(METHOD, totalMs) : error;
  }
}

/** The path of the file below the URL of files, each segment encoded. */
async function pathOf(core: Core, file: any, checked: Checked): Promise<string> {
  const { maxBytes } = checked;
  let found = typeof file === "string" ? { file_id: file } : file;
  if (typeof found !== "object" || found === null) {
    throw new ValidationError(METHOD, "", "a file_id or a File", describe(file));
  }
  refuseOver(maxBytes, found.file_size);
  if (found.file_path === undefined) {
    const { file_id } = found;
    found = await inTotal(checked, ({ signal, timeoutMs }) => call(core, "getFile", { file_id }, { signal, timeoutMs }));
    refuseOver(maxBytes, found?.file_size);
  }
  const path = found?.file_path;
  // A dot segment would lead out of the bot's files, to another method's URL.
  if (typeof path !== "string" || path.split("/").some((segment) => /^\.{0,2}$/.test(segment))) {
    throw new ValidationError(METHOD, "file_path", "a relative path", describe(path));
  }
  return path.split("/").map(encodeURIComponent).join("/");
}

function refuseOver(maxBytes: number, size: unknown): void {
  if (typeof size === "number" && size > maxBytes) {
    throw new ValidationError(METHOD, "file_size", `at most ${maxBytes} bytes`, `${size} or more`);
  }
}

/** The body under the size limit, the time-out and the signal, with the headers that tell of the file. */
function streamed(response: ResponseLike, checked: Checked): PlatformResponse {
  const { onProgress, maxBytes } = checked;
  const headers: Record<string, string> = {};
  // The length of an encoded body is not that of the file.
  for (const name of ["content-type", ...(response.headers.get("content-encoding") ? [] : ["content-length"])]) {
    const value = response.headers.get(name);
    if (value) headers[name] = value;
  }
  const length = headers["content-length"];
  const total = length === undefined ? undefined : Number(length);
  const reader = response.body?.getReader();
  // Also while a read is pending: it ends the connection.
  const end = (): void => void reader?.cancel().catch(() => {});
  try {
    refuseOver(maxBytes, total);
  } catch (error) {
    end();
    throw error;
  }
  let received = 0;
  const body = reader && new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await inTotal<ReadableStreamReadResult<Uint8Array>>(checked, (options) =>
          withTimeout(options, () => reader.read(), "the file broke off"),
        );
        if (done) return controller.close();
        refuseOver(maxBytes, (received += value.byteLength));
        controller.enqueue(value);
        onProgress?.(received, total);
      } catch (error) {
        end();
        controller.error(error);
      }
    },
    cancel: end,
  }, { highWaterMark: 0 });
  return new Response(body, { headers }) as PlatformResponse;
}
